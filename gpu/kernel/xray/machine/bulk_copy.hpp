// Asynchronous copies for which an mbarrier waits: their bytes are not in shared memory until the current phase of the
// mbarrier is complete.
#pragma once

#include <memory>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/order/mbarrier.hpp"

namespace tcviz::inline gpu_xray {

// The most groups of copies or products of one thread or warp that were started and not waited for; the execution stops
// at more.
inline constexpr std::size_t most_groups = 1024;
// The most bytes that an mbarrier can count (PTX ISA, "tx-count"), and the most that all unfinished copies of a block
// may have.
inline constexpr std::int64_t most_counted_bytes = (1 << 20) - 1, most_bytes_on_their_way = std::int64_t{32} << 20;

// Returns the offset in shared memory that argument number `argument` of a lane names.
std::uint64_t shared_address(const StepContext& context, std::size_t argument, int lane);
// Returns the mbarrier at the address in argument number `argument`. Reports a finding and returns null if there is
// none.
MemoryBarrier* find_barrier(StepContext& context, std::size_t argument, int lane);
// Reports a fault after which the behaviour of a GPU is not documented, and stops the execution.
void not_allowed(StepContext& context, int lane, FindingKind kind, const std::string& text);
// Leaves a doubt about what a lane does to the mbarrier at byte `at`.
void doubt_barrier(StepContext& context, int lane, std::uint64_t at, std::string_view does);
// Leaves a doubt about an access of a lane to bytes that are an mbarrier: PTX leaves open what they hold.
void look_for_barrier(StepContext& context, int lane, std::uint64_t address, int count);
// Joins the clocks of an arrival to those of `barrier`. Leaves a doubt if it may have come in the phase before.
void note_arrival(StepContext& context, int lane, MemoryBarrier& barrier);
// Counts `count` arrivals of a lane. Reports a finding and returns false if the phase waits for fewer.
bool arrive_once(StepContext& context, int lane, MemoryBarrier& barrier, std::int64_t count);
// Begins a copy. No thread may use its bytes until the phase of `barrier` is complete; the barrier counts `bytes` bytes
// of it.
void start_copy(StepContext& context, int lane, MemoryBarrier& barrier, std::shared_ptr<ComingBytes> copy,
                std::int64_t bytes);
// Makes `barrier` complete the cp.async copies that a lane has started: their bytes are there once the phase is
// complete or once the lane waits for them, whichever comes first.
void hand_over(StepContext& context, int lane, MemoryBarrier& barrier);
// Stores the bytes of a copy in shared memory, unless that was done before. `agent` of the clocks has waited for it.
void land(Machine& machine, int agent, ComingBytes& copy);
// Reads 16 bytes of shared memory for a bulk copy to global memory; no thread may overwrite them until the copy was
// waited for.
bool read_for_copy(StepContext& context, int lane, std::uint64_t address, AccessBytes& into);
// Reports active lanes that end before their bulk copies have read shared memory.
void check_bulk_groups(StepContext& context);
// Counts the bytes and arrivals of unfinished copies as arrived at `barrier`.
void deliver(Machine& machine, MemoryBarrier& barrier);
// Begins the next phase if no arrival and no byte is missing: first stores the bytes of the copies in shared memory.
void complete_phase(Machine& machine, MemoryBarrier& barrier);

}  // namespace tcviz::inline gpu_xray
