// Finds a change that makes every wrong value right: another layout, rows and columns exchanged, registers or threads
// in another order, a factor.
#pragma once

#include "app/cli/kernels/live_report.hpp"

namespace tcviz::inline app_cli {

std::vector<std::string> live_hints(const LiveAnswer& answer, const Context& context);

}  // namespace tcviz::inline app_cli
