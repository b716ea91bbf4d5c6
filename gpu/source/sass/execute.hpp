// Executes a decoded kernel for the 32 lanes of a warp. It always ends, because the code has no backward branch.
#pragma once

#include <span>

#include "gpu/layout/result.hpp"
#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/warp_memory.hpp"

namespace tcviz::inline gpu_sass {

// Executes `code`, the decoded code of `kernel`. `parameters` are its 64-bit parameters, addresses in `memory`. Matrix
// instructions work as `tiles` say. An error names the instruction and the fault.
Status execute(const KernelCode& kernel, std::span<const Instruction> code, std::span<const std::uint64_t> parameters,
               WarpMemory& memory, std::span<const Tile> tiles = documented_tiles());

}  // namespace tcviz::inline gpu_sass
