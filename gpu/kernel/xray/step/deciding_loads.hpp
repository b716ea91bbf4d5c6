// Loads and atomics that learn from others how far they are: a branch depends on their value, as in a loop that polls a
// flag, or in the last one of all that have counted.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Sets XrayStep::decides of each of them whose value reaches a comparison of whole numbers through bits and whole
// numbers, and XrayStep::drops_result of atomics.
void find_deciding_loads(XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
