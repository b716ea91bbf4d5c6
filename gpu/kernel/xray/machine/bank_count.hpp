// Wavefronts of the accesses to shared memory, added up for each instruction.
#pragma once

#include "gpu/kernel/xray/machine/access.hpp"

namespace tcviz::inline gpu_xray {

// Counts the wavefronts of an ldmatrix or stmatrix from the rows of the lanes, as offsets from the beginning of shared
// memory.
void count_matrix_banks(StepContext& context, bool loads, const std::array<std::uint64_t, lanes_of_warp>& rows,
                        int matrices);
// Counts the wavefronts of a load or store of the active lanes, with this argument as the address and `bytes` bytes a
// lane. Ignores accesses that do not go to shared memory, or are refused there.
void count_access_banks(StepContext& context, bool loads, std::size_t address, int bytes);

}  // namespace tcviz::inline gpu_xray
