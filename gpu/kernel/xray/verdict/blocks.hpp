// Chooses the blocks of a launch that are executed, and executes them.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"

namespace tcviz::inline gpu_xray {

// Executes blocks; true if all blocks of the grid were executed to their end. `in_order`: the blocks are known to
// depend on each other, so they are executed one after another.
bool run_blocks(Machine& machine, const XrayRequest& request, const XrayHooks& hooks, bool in_order,
                XrayReport& report);
// True if all blocks may be executed although the user did not ask for it: `some`, a report on some of the blocks,
// predicts few enough steps.
bool can_take_all(const XrayReport& some, const XrayRequest& launch);

}  // namespace tcviz::inline gpu_xray
