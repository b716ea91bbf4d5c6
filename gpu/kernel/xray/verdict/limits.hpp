// Launches that every GPU refuses, by the CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": sides of the grid and of a block, threads of a block, shared memory.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// BadInput: sides that no GPU takes, or a block that is asked for and is not in the grid.
Status check_launch(const XrayRequest& launch);
// BadInput: the kernel and this launch of it do not fit the architecture (80 for sm_80; 0: any).
Status check_kernel(const XrayProgram& program, const XrayLaunch& launch, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_xray
