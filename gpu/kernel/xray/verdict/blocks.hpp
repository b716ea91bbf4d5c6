// Chooses the blocks of a launch that are executed, and their order.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"

namespace tcviz::inline gpu_xray {

// Executes blocks; true if all blocks of the grid were executed to their end. `in_order`: they are known to work
// together.
bool run_blocks(Machine& machine, const XrayRequest& request, const XrayHooks& hooks, bool in_order,
                XrayReport& report);
// True if all blocks may be executed without a wish of the user, judged by the steps that some of them took.
bool can_take_all(const XrayReport& some, const XrayRequest& launch);

}  // namespace tcviz::inline gpu_xray
