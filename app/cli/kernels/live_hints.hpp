// What would have made wrong values right: another layout, rows and columns exchanged, registers or threads in another
// order, a factor. Said only where it holds for every value.
#pragma once

#include "app/cli/kernels/live_report.hpp"

namespace tcviz::inline app_cli {

std::vector<std::string> live_hints(const LiveAnswer& answer, const Context& context);

}  // namespace tcviz::inline app_cli
