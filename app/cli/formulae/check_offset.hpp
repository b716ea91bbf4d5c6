// tcviz check of an image: checks the place that a text gives the elements of an operand tile in shared memory.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"

namespace tcviz::inline app_cli {

struct OffsetQuestion {
  std::string id, offset, file;
  ImageOptions image;
  bool json = false;
  bool any() const { return !offset.empty() || image.any(); }
};
Status check_offset(const OffsetQuestion& options, Context& context);

}  // namespace tcviz::inline app_cli
