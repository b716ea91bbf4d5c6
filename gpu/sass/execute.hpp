// Runs a kernel for the 32 lanes of a warp. Always ends: the code has no way back.
#pragma once

#include <span>

#include "gpu/layout/result.hpp"
#include "gpu/sass/cubin.hpp"
#include "gpu/sass/instruction.hpp"
#include "gpu/sass/warp_memory.hpp"

namespace tcviz {

// `code` is the kernel's, decoded. The kernel's two 64-bit parameters are the addresses of the source and of the sink.
// An error names the instruction and what it would have done.
Status execute(const KernelCode& kernel, std::span<const Instruction> code, WarpMemory& memory);

}  // namespace tcviz
