// `tcviz check` with the id of an image: checks a formula for the offsets of the elements of a matrix tile in shared
// memory.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"

namespace tcviz::inline app_cli {

// The options as typed. `offset`: the formula; `file`: a file that contains it.
struct OffsetQuestion {
  std::string id, offset, file;
  ImageOptions image;
  bool json = false;
  // True if an option is given that only images have.
  bool any() const { return !offset.empty() || image.any(); }
};
Status check_offset(const OffsetQuestion& options, Context& context);

}  // namespace tcviz::inline app_cli
