// Looks for changes that make every wrong value of live registers right: another layout, exchanged rows and columns,
// another order of registers or threads, a factor. Returns a sentence for each.
#pragma once

#include "app/cli/kernels/live_report.hpp"

namespace tcviz::inline app_cli {

std::vector<std::string> live_hints(const LiveAnswer& answer, const Context& context);

}  // namespace tcviz::inline app_cli
