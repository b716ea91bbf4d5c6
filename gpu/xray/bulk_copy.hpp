// Copies that an mbarrier waits for: their bytes are on their way until its phase is complete.
#pragma once

#include "gpu/xray/machine.hpp"
#include "gpu/xray/mbarrier.hpp"

namespace tcviz {
inline namespace gpu_xray {

// The address in shared memory that an argument says.
std::uint64_t shared_address(const StepContext& context, std::size_t argument, int lane);
// The mbarrier at the address of an argument; null, and a finding, if there is none.
MemoryBarrier* find_barrier(StepContext& context, std::size_t argument, int lane);
// Begins the next phase if nothing is missing in this one: what was on its way is there.
void complete_phase(Machine& machine, MemoryBarrier& barrier);

}  // namespace gpu_xray
}  // namespace tcviz
