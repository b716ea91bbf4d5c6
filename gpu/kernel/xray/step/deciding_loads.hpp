// Loads that wait for something: a branch depends on their value, as in a loop that polls a flag.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Sets XrayStep::decides of each load whose value reaches a comparison of whole numbers through bits and whole numbers.
void find_deciding_loads(XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
