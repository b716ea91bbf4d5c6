// Counts the wavefronts of accesses to shared memory, added up for each instruction of the program.
#pragma once

#include "gpu/kernel/xray/machine/access.hpp"

namespace tcviz::inline gpu_xray {

// Counts the wavefronts of an ldmatrix (`loads`) or stmatrix of `matrices` matrices. `rows` are the addresses that the
// lanes give, as offsets in shared memory.
void count_matrix_banks(StepContext& context, bool loads, const std::array<std::uint64_t, lanes_of_warp>& rows,
                        int matrices);
// Counts the wavefronts of a load (`loads`) or store of `bytes` bytes by each active lane; argument number `address` is
// the address. Ignores accesses that do not go to shared memory, or are refused there.
void count_access_banks(StepContext& context, bool loads, std::size_t address, int bytes);

}  // namespace tcviz::inline gpu_xray
