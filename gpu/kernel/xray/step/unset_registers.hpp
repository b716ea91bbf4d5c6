// Finds the registers that a thread may read before it has written them, once for a kernel: only of those the execution
// asks, lane by lane.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Sets `may_be_unset` of the program and `reads_unset` of its steps.
void find_unset(XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
