// tcviz formula of an image: where the elements of an operand tile lie in shared memory, in the style that is asked
// for.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"

namespace tcviz::inline app_cli {

struct DeducedOffsetOptions {
  std::string id, style;
  ImageOptions image;
  bool json = false;
};
Status print_deduced_offset(const DeducedOffsetOptions& options, Context& context);

}  // namespace tcviz::inline app_cli
