// Runs a kernel for the 32 lanes of a warp. Always ends: the code has no way back.
#pragma once

#include <span>

#include "gpu/layout/result.hpp"
#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/warp_memory.hpp"

namespace tcviz::inline gpu_sass {

// Runs `code`, the kernel's decoded code, with `parameters`, its 64-bit parameters, which are addresses in the memory.
// Multiplies matrices as `tiles` says. An error names the instruction and what it would have done.
Status execute(const KernelCode& kernel, std::span<const Instruction> code, std::span<const std::uint64_t> parameters,
               WarpMemory& memory, std::span<const Tile> tiles = documented_tiles());

}  // namespace tcviz::inline gpu_sass
