// Launches that every GPU refuses, by the CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": sides of the grid and of a block, threads of a block, shared memory.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// Refuses, as BadInput, sides that no GPU takes, and a wished block that is not in the grid.
Status check_launch(const XrayRequest& launch);
// Refuses, as BadInput, a kernel or a launch of it that does not fit the architecture (80 for sm_80; 0: any).
Status check_kernel(const XrayProgram& program, const XrayLaunch& launch, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_xray
