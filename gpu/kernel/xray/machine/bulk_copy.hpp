// Copies that an mbarrier waits for: their bytes are on their way until its phase is complete.
#pragma once

#include <memory>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/mbarrier.hpp"

namespace tcviz::inline gpu_xray {

// Of one thread or warp that nobody has waited for: more are not executed.
inline constexpr std::size_t most_groups = 1024;
// The bytes that an mbarrier can count (PTX ISA, "tx-count"), and those that are on their way in a block.
inline constexpr std::int64_t most_counted_bytes = (1 << 20) - 1, most_bytes_on_their_way = std::int64_t{32} << 20;

// The address in shared memory that an argument says.
std::uint64_t shared_address(const StepContext& context, std::size_t argument, int lane);
// The mbarrier at the address of an argument; null, and a finding, if there is none.
MemoryBarrier* find_barrier(StepContext& context, std::size_t argument, int lane);
// A finding behind which a GPU does something that is not said anywhere.
void not_allowed(StepContext& context, int lane, FindingKind kind, const std::string& text);
// Counts arrivals; false, and a finding, if there are more than the phase waits for.
bool arrive_once(StepContext& context, int lane, MemoryBarrier& barrier, std::int64_t count);
// A copy begins whose pieces belong to nobody until the phase of the mbarrier is complete, of which `bytes` are told.
void start_copy(StepContext& context, int lane, MemoryBarrier& barrier, std::shared_ptr<ComingBytes> copy,
                std::int64_t bytes);
// Hands over what a lane copies by cp.async: it is there once the phase is complete, or the lane waits.
void hand_over(StepContext& context, int lane, MemoryBarrier& barrier);
void land(Machine& machine, ComingBytes& copy);
// 16 bytes of shared memory that a bulk copy reads until it was waited for.
bool read_for_copy(StepContext& context, int lane, std::uint64_t address, AccessBytes& into);
// Lanes that end before their bulk copies have read shared memory.
void check_bulk_groups(StepContext& context);
// Tells the barrier of the copies that are on their way: they have come.
void deliver(Machine& machine, MemoryBarrier& barrier);
// Begins the next phase if nothing is missing in this one: what was on its way is there.
void complete_phase(Machine& machine, MemoryBarrier& barrier);

}  // namespace tcviz::inline gpu_xray
