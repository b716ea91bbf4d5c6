#include "gpu/kernel/xray/machine/copy_races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

void report_copy(StepContext& context, int lane, AwaitedBy awaited, std::string_view does, std::string_view where,
                 std::string_view copy) {
  context.machine.report(FindingKind::Race, FindingWeight::Race,
                         fmt::format("lane {} of warp {} {} {}, {}: nobody has waited for that copy", lane,
                                     context.warp.number, does, where, copy),
                         lane, awaited);
}

std::string byte_of_shared(std::uint64_t at) { return fmt::format("byte {} of shared memory", at); }

std::string byte_of_array(const Machine& machine, std::uint64_t address) {
  const MemoryRegion* const region = machine.memory.nearest(address);
  return region == nullptr ? fmt::format("address {:#x}", address)
                           : fmt::format("byte {} of {}", address - region->base, region->name);
}

void doubt_unordered(StepContext& context, int lane, std::uint64_t address, std::size_t count) {
  Machine& machine = context.machine;
  const std::vector<CopyRead> reads = machine.async.in_flight.reads.of(address, count);
  if (std::ranges::all_of(reads, [&](const CopyRead& read) {
        return machine.clocks->knows(context.warp.number, read.agent, read.clock);
      }))
    return;
  const std::string text = fmt::format(
      "lane {} of warp {} stores to {}, which a copy reads: nothing orders the store after the wait for that copy",
      lane, context.warp.number, byte_of_array(machine, address));
  machine.warn(text, FindingKind::Race, text, lane, AwaitedBy::Copy);
}

}  // namespace

void end_reads(Machine& machine, int agent, std::span<const ByteRange> from) {
  machine.async.in_flight.from_global.end(from);
  for (const ByteRange& range : from)
    if (range.count > 0) machine.async.in_flight.reads.add({range, agent, machine.clocks->clock_of(agent)});
}

void begin_copy_to(StepContext& context, int lane, std::uint64_t to, std::span<const std::uint8_t> bytes,
                   std::span<const Code> codes) {
  BytesOnTheirWay& coming = context.machine.async.in_flight.to_shared;
  if (coming.differ(to, bytes, codes))
    report_copy(context, lane, AwaitedBy::Copy, "starts a copy to", byte_of_shared(to),
                "to which another one is on its way");
  coming.begin(to, bytes, codes, context.machine.shared.bytes.size());
}

void look_for_copy_to(StepContext& context, int lane, std::uint64_t to, std::span<const std::uint8_t> bytes,
                      std::span<const Code> codes) {
  if (context.machine.async.in_flight.to_shared.differ(to, bytes, codes))
    report_copy(context, lane, AwaitedBy::Copy, "stores to", byte_of_shared(to), "to which a copy is on its way");
}

void look_for_copy_from(StepContext& context, int lane, std::uint64_t at, std::size_t count) {
  if (context.machine.async.in_flight.from_shared.any(at, count))
    report_copy(context, lane, AwaitedBy::BulkGroup, "writes", byte_of_shared(at),
                "which a bulk copy to global memory uses");
}

void look_for_copy_at(StepContext& context, int lane, std::uint64_t address, std::size_t count, bool stores) {
  const CopiesInFlight& in_flight = context.machine.async.in_flight;
  const std::string_view does = stores ? "stores to" : "reads";
  if (in_flight.to_global.any(address, count))
    report_copy(context, lane, AwaitedBy::BulkGroup, does, byte_of_array(context.machine, address),
                "which a bulk copy writes");
  else if (stores && in_flight.from_global.any(address, count))
    report_copy(context, lane, AwaitedBy::Copy, does, byte_of_array(context.machine, address), "which a copy reads");
  else if (stores)
    doubt_unordered(context, lane, address, count);
}

}  // namespace tcviz::inline gpu_xray
