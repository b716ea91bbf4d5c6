// Reports accesses to bytes that an asynchronous copy uses at the time, by whatever lane: where it writes, and where it
// reads. No barrier orders them, only a wait for the copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/kernel/xray/order/copies_in_flight.hpp"

namespace tcviz::inline gpu_xray {

class Machine;
class StepContext;

// Notes that an agent of the clocks has waited for copies that have read these bytes of global memory.
void end_reads(Machine& machine, int agent, std::span<const ByteRange> from);
// Notes a copy that a lane starts, of these bytes to `to` in shared memory. Reports another one that brings something
// else there.
void begin_copy_to(StepContext& context, int lane, std::uint64_t to, std::span<const std::uint8_t> bytes,
                   std::span<const Code> codes);
// Reports a store of these bytes to shared memory to which a copy brings something else.
void look_for_copy_to(StepContext& context, int lane, std::uint64_t to, std::span<const std::uint8_t> bytes,
                      std::span<const Code> codes);
// Reports a store to shared memory from which a copy reads.
void look_for_copy_from(StepContext& context, int lane, std::uint64_t at, std::size_t count);
// Reports a store to global memory that a copy reads or writes, and a read of what one writes. Leaves a doubt about a
// store to what a copy has read, if nothing orders it after the wait for that copy.
void look_for_copy_at(StepContext& context, int lane, std::uint64_t address, std::size_t count, bool stores);

}  // namespace tcviz::inline gpu_xray
