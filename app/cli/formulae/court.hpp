// tcviz check of an image: does a text say where the elements of an operand tile lie in shared memory?
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"

namespace tcviz::inline app_cli {

struct CourtOptions {
  std::string id, offset, file;
  ImageOptions image;
  bool json = false;
  bool any() const { return !offset.empty() || image.any(); }
};
Status hold_court(const CourtOptions& options, Context& context);

}  // namespace tcviz::inline app_cli
