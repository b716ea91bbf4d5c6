// Copies that an mbarrier waits for: their bytes are on their way until its phase is complete.
#pragma once

#include <memory>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/mbarrier.hpp"

namespace tcviz::inline gpu_xray {

// The most groups of one thread or warp that were not waited for: more are not executed.
inline constexpr std::size_t most_groups = 1024;
// The most bytes that an mbarrier can count (PTX ISA, "tx-count"), and the most that are on their way in a block.
inline constexpr std::int64_t most_counted_bytes = (1 << 20) - 1, most_bytes_on_their_way = std::int64_t{32} << 20;

// Returns the address in shared memory that an argument names.
std::uint64_t shared_address(const StepContext& context, std::size_t argument, int lane);
// Returns the mbarrier at the address of an argument; null, with a finding, if there is none.
MemoryBarrier* find_barrier(StepContext& context, std::size_t argument, int lane);
// Reports a fault after which the behaviour of a GPU is not documented.
void not_allowed(StepContext& context, int lane, FindingKind kind, const std::string& text);
// Counts arrivals; false, with a finding, if there are more than the phase waits for.
bool arrive_once(StepContext& context, int lane, MemoryBarrier& barrier, std::int64_t count);
// Begins a copy whose pieces no thread may use until the phase of the mbarrier is complete; the mbarrier is to count
// `bytes` of it.
void start_copy(StepContext& context, int lane, MemoryBarrier& barrier, std::shared_ptr<ComingBytes> copy,
                std::int64_t bytes);
// Hands over to an mbarrier the bytes that a lane copies by cp.async: they are there once the phase is complete, or
// once the lane waits.
void hand_over(StepContext& context, int lane, MemoryBarrier& barrier);
void land(Machine& machine, ComingBytes& copy);
// Reads 16 bytes of shared memory for a bulk copy, which reads them until it was waited for.
bool read_for_copy(StepContext& context, int lane, std::uint64_t address, AccessBytes& into);
// Reports lanes that end before their bulk copies have read shared memory.
void check_bulk_groups(StepContext& context);
// Tells the barrier that the copies on their way have come.
void deliver(Machine& machine, MemoryBarrier& barrier);
// Begins the next phase if nothing is missing in this one: then its copies have come.
void complete_phase(Machine& machine, MemoryBarrier& barrier);

}  // namespace tcviz::inline gpu_xray
