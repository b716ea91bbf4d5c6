// Wavefronts of the accesses to shared memory, added up for each instruction.
#pragma once

#include "gpu/kernel/xray/machine/access.hpp"

namespace tcviz::inline gpu_xray {

// Of ldmatrix and stmatrix: a lane's row, from the beginning of shared memory.
void count_matrix_banks(StepContext& context, bool loads, const std::array<std::uint64_t, lanes_of_warp>& rows,
                        int matrices);
// Of a load or store of the active lanes, with this argument as the address and so many bytes a lane. What does not go
// to shared memory, or is refused there, is not counted.
void count_access_banks(StepContext& context, bool loads, std::size_t address, int bytes);

}  // namespace tcviz::inline gpu_xray
