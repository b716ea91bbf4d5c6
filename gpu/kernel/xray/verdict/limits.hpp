// Checks for launches that every GPU refuses, by the CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": sizes of grid and block, threads of a block, shared memory.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// The most bytes of shared memory that any GPU gives to a block.
inline constexpr std::int64_t most_shared_of_any = 227 * 1024;

// Returns the error BadInput for sides of a grid that no GPU accepts.
Status check_grid(const Dim3& grid);
// Does the same for a block.
Status check_block(const Dim3& block);
// Returns the error BadInput for sizes that no GPU accepts, and for a block to be executed that is not in the grid.
Status check_launch(const XrayRequest& launch);
// Returns the error BadInput for a kernel or launch that exceeds the limits of `architecture` (80 for sm_80; 0: any).
Status check_kernel(const XrayProgram& program, const XrayLaunch& launch, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_xray
