#include "gpu/kernel/xray/machine/bulk_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/copy_races.hpp"
#include "gpu/kernel/xray/machine/lane_order.hpp"
#include "gpu/kernel/xray/machine/races.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Leaves a doubt if a copy completes on an mbarrier that no fence has made known to it: PTX ISA 9.0, "membar / fence",
// fence.mbarrier_init, and "Proxies".
void check_fence_of(StepContext& context, int lane, MemoryBarrier& barrier) {
  if (std::exchange(barrier.is_fenced, true)) return;
  const std::string_view fences = "fence.mbarrier_init or fence.proxy.async";
  context.machine.warn(
      fmt::format("right only if a bulk copy finds its mbarrier initialised, which nothing promises without {}",
                  fences),
      FindingKind::Race, fmt::format("a bulk copy completes on an mbarrier with no {} since its mbarrier.init", fences),
      lane, AwaitedBy::BarrierFence);
}

std::string arrivals_text(std::int64_t count) { return fmt::format("{} arrival{}", count, count == 1 ? "" : "s"); }

// True if nothing orders an arrival after the end of the phase before: in another order it is one of that phase.
bool may_be_early(const StepContext& context, int lane, const MemoryBarrier& barrier) {
  if (barrier.phase == 0) return false;
  BlockClocks& clocks = *context.machine.clocks;
  const int warp = context.warp.number;
  if (!clocks.knows_all(warp, lane, barrier.clocks)) return true;
  const BarrierArrival& last = barrier.last_of_phase;
  return last.warp == warp && last.lane != lane && ((clocks.lanes_that_waited(warp) >> lane) & 1) == 0 &&
         clocks.meetings_of(warp).together_at() <= last.step;
}

void doubt_early_arrival(StepContext& context, int lane, const MemoryBarrier& barrier) {
  context.machine.warn("a lane arrives at an mbarrier without a wait for the phase before, in which it may be counted",
                       FindingKind::Deadlock,
                       fmt::format("lane {} of warp {} arrives at an mbarrier of {} without a wait for phase {}: it "
                                   "may be counted in that phase, and another arrival then comes late",
                                   lane, context.warp.number, arrivals_text(barrier.expected), barrier.phase - 1),
                       lane);
}

// Leaves a doubt about an arrival that takes the place of one that waits for copies.
void doubt_early_end(StepContext& context, int lane, const MemoryBarrier& barrier) {
  context.machine.warn("a phase of an mbarrier may end before the copies that cp.async.mbarrier.arrive.noinc counts",
                       FindingKind::Race,
                       fmt::format("lane {} of warp {} arrives at an mbarrier of {}, of which copies on their way "
                                   "take all that are left: its phase may end before the copies have arrived",
                                   lane, context.warp.number, arrivals_text(barrier.expected)),
                       lane, AwaitedBy::Copy);
}

}  // namespace

void land(Machine& machine, int agent, ComingBytes& copy) {
  if (copy.has_landed) return;
  copy.has_landed = true;
  const auto count = static_cast<std::size_t>(copy.piece);
  end_reads(machine, agent, copy.from);
  for (const std::uint64_t place : copy.places) machine.async.in_flight.to_shared.end(place, count);
  for (std::size_t at = 0; at < copy.places.size(); ++at)
    put_shared(machine, copy.lane, copy.places[at], std::span(copy.bytes).subspan(at * count, count),
               std::span(copy.codes).subspan(at * count, count));
}

std::string MemoryBarrier::missing() const {
  std::string text;
  if (pending != 0) text = arrivals_text(pending);
  if (bytes > 0) text += fmt::format("{}{} bytes", text.empty() ? "" : " and ", bytes);
  if (bytes < 0) text += fmt::format("{}an expect_tx of {} bytes more", text.empty() ? "" : " and ", -bytes);
  return text;
}

std::uint64_t shared_address(const StepContext& context, std::size_t argument, int lane) {
  const std::uint64_t at = context.address(argument, lane);
  const bool is_generic = at >= shared_window_base && at < shared_window_base + (1 << 20);
  return is_generic ? at - shared_window_base : at & 0xFFFFFFFF;
}

MemoryBarrier* find_barrier(StepContext& context, std::size_t argument, int lane) {
  Machine& machine = context.machine;
  const std::uint64_t at = shared_address(context, argument, lane);
  const auto found = machine.async.barriers.find(at);
  if (found == machine.async.barriers.end()) {
    const std::string text = fmt::format(
        "lane {} of warp {} uses byte {} of shared memory as an mbarrier, and no "
        "mbarrier.init was executed there",
        lane, context.warp.number, at);
    machine.report(FindingKind::Uninitialised, FindingWeight::Wrong, text, lane);
    machine.stop("an mbarrier that was not initialised");
    return nullptr;
  }
  if (machine.clocks->use_by_other_lane(context.warp.number, lane, at, 8) == BlockClocks::LaneUse::Stored)
    doubt_barrier(context, lane, at,
                  "uses it, and another lane of its warp has initialised it with no __syncwarp since");
  if (machine.clocks->atomic(context.warp.number, at) >= 0)
    report_race(machine, lane, fmt::format("warp {} uses the mbarrier at", context.warp.number), at,
                other_side(machine));
  return &found->second;
}

void not_allowed(StepContext& context, int lane, FindingKind kind, const std::string& text) {
  context.machine.report(kind, FindingWeight::Wrong, text, lane);
  context.machine.stop(text);
}

void doubt_barrier(StepContext& context, int lane, std::uint64_t at, std::string_view does) {
  const std::string text = fmt::format("the mbarrier at byte {} of shared memory: lane {} of warp {} {}", at, lane,
                                       context.warp.number, does);
  context.machine.warn(text, FindingKind::Race, text, lane);
}

void look_for_barrier(StepContext& context, int lane, std::uint64_t address, int count) {
  const auto& barriers = context.machine.async.barriers;
  if (barriers.empty() || context.step.name == "mbarrier") return;
  const auto next = barriers.lower_bound(address < 7 ? 0 : address - 7);
  if (next == barriers.end() || next->first >= address + static_cast<std::uint64_t>(count)) return;
  context.machine.warn("an mbarrier is read or written as data, with no mbarrier.inval before", FindingKind::Race,
                       fmt::format("lane {} of warp {} reads or writes byte {} of shared memory, which is an mbarrier",
                                   lane, context.warp.number, address),
                       lane);
}

void note_arrival(StepContext& context, int lane, MemoryBarrier& barrier) {
  if (may_be_early(context, lane, barrier)) doubt_early_arrival(context, lane, barrier);
  barrier.last_arrival = {context.warp.number, lane, context.machine.steps};
  context.machine.clocks->release(context.warp.number, barrier.gathering, 1U << lane);
}

bool arrive_once(StepContext& context, int lane, MemoryBarrier& barrier, std::int64_t count) {
  if (count < 1 || count > barrier.pending) {
    not_allowed(context, lane, FindingKind::Deadlock,
                fmt::format("lane {} of warp {} arrives {} times at an mbarrier that waits for {} more in this phase",
                            lane, context.warp.number, count, barrier.pending));
    return false;
  }
  note_arrival(context, lane, barrier);
  if (barrier.pending - count < barrier.coming_arrivals) doubt_early_end(context, lane, barrier);
  barrier.pending -= count;
  ++context.machine.async.changes;
  return true;
}

void start_copy(StepContext& context, int lane, MemoryBarrier& barrier, std::shared_ptr<ComingBytes> copy,
                std::int64_t bytes) {
  Machine& machine = context.machine;
  MemoryRegion& shared = machine.shared;
  copy->lane = lane;
  check_fence_of(context, lane, barrier);
  if (barrier.coming + bytes - barrier.bytes > most_counted_bytes) {
    not_allowed(context, lane, FindingKind::Deadlock,
                fmt::format("copies of more than {} bytes complete one phase of an mbarrier, which counts no more",
                            most_counted_bytes));
    return;
  }
  machine.async.bytes_on_their_way += static_cast<std::int64_t>(copy->bytes.size());
  if (machine.async.bytes_on_their_way > most_bytes_on_their_way) {
    machine.stop("too many bytes are on their way");
    return;
  }
  const auto piece = static_cast<std::uint64_t>(copy->piece);
  std::optional<OtherSide> other;
  std::uint64_t where = 0;
  machine.async.in_flight.from_global.begin(copy->from);
  for (std::size_t number = 0; number < copy->places.size(); ++number) {
    const std::uint64_t place = copy->places[number];
    if (place + piece > shared.bytes.size()) {
      not_allowed(context, lane, FindingKind::Bounds,
                  fmt::format("a bulk copy writes byte {} of {} bytes of shared memory", place, shared.bytes.size()));
      return;
    }
    begin_copy_to(context, lane, place, std::span(copy->bytes).subspan(number * piece, piece),
                  std::span(copy->codes).subspan(number * piece, piece));
    warn_of_overtaken_stores(context, lane, place, place + piece);
    look_for_copy_from(context, lane, place, piece);
    look_for_readers(context, lane, place, piece);
    for (std::uint64_t at = place; at < place + piece; ++at) {
      const int found = machine.clocks->write_by(barrier.agent, context.warp.number, lane, at);
      if (found >= 0 && !other) other = other_side(machine), where = at;
      shared.codes[at] = code_of_coming_bulk;
    }
  }
  if (other) report_race(machine, lane, "a bulk copy writes", where, *std::move(other));
  barrier.coming += bytes;
  barrier.copies.push_back(std::move(copy));
}

void hand_over(StepContext& context, int lane, MemoryBarrier& barrier) {
  const auto hand = [&](CopyGroup& group) {
    for (PendingCopy& copy : group) {
      if (copy.handed_over == nullptr) {
        copy.handed_over = std::make_shared<ComingBytes>();
        copy.handed_over->lane = lane;
        copy.handed_over->piece = static_cast<int>(copy.bytes.size());
        copy.handed_over->add(copy.to, copy.bytes, copy.codes);
        copy.handed_over->from = {copy.from};
      }
      barrier.copies.push_back(copy.handed_over);
      context.machine.async.bytes_on_their_way += static_cast<std::int64_t>(copy.bytes.size());
    }
  };
  for (CopyGroup& group : context.warp.copy_groups[lane]) hand(group);
  hand(context.warp.open_copies[lane]);
}

bool read_for_copy(StepContext& context, int lane, std::uint64_t address, AccessBytes& into) {
  constexpr int count = 16;
  if (!read_bytes(context, lane, Window::Shared, address, count, into)) return false;
  if (address + count > context.machine.shared.bytes.size()) return false;
  for (std::uint64_t at = address; at < address + count; ++at) {
    context.machine.clocks->read_by(store_agent, lane, at);
    if (!context.machine.stores.is_fenced(at)) warn_of_proxy(context, lane, at, "a bulk copy to global memory");
  }
  return true;
}

void check_bulk_groups(StepContext& context) {
  context.each_lane([&](int lane) {
    const BulkGroups& groups = context.warp.bulk_groups[lane];
    if (!groups.open && groups.committed.empty()) return;
    context.machine.warn("a block may end before its bulk copies have read shared memory", FindingKind::PendingCopy,
                         fmt::format("lane {} of warp {} ends before its bulk copies have read shared memory: "
                                     "cp.async.bulk.{} is missing",
                                     lane, context.warp.number, groups.open ? "commit_group" : "wait_group.read"),
                         lane, AwaitedBy::BulkGroup);
  });
}

void deliver(Machine& machine, MemoryBarrier& barrier) {
  if (barrier.coming == 0 && barrier.coming_arrivals == 0) return;
  barrier.bytes -= std::exchange(barrier.coming, 0);
  const std::int64_t arrivals = std::min(barrier.coming_arrivals, barrier.pending);
  barrier.pending -= arrivals, barrier.coming_arrivals -= arrivals;
  std::ranges::move(barrier.copies, std::back_inserter(barrier.arrived));
  barrier.copies.clear();
  ++machine.async.changes;
  complete_phase(machine, barrier);
}

// Warns of a phase that no thread waited for: a wait would take it for the next one, as it knows only its parity.
void warn_of_phases(Machine& machine, const MemoryBarrier& barrier) {
  if (barrier.phase == 0 || barrier.asked_for >= barrier.phase) return;
  machine.report(
      FindingKind::Deadlock, FindingWeight::Warning,
      fmt::format("phase {} of an mbarrier is complete before anybody waited for phase {}: more arrive than its "
                  "mbarrier.init counts, or a wait is missing",
                  barrier.phase, barrier.phase - 1),
      0);
}

void complete_phase(Machine& machine, MemoryBarrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  warn_of_phases(machine, barrier);
  for (const auto& copy : barrier.arrived) {
    land(machine, barrier.agent, *copy);
    machine.async.bytes_on_their_way -= static_cast<std::int64_t>(copy->bytes.size());
  }
  if (!barrier.arrived.empty()) machine.clocks->release(barrier.agent, barrier.gathering);
  barrier.arrived.clear();
  barrier.clocks = barrier.gathering;
  barrier.last_of_phase = barrier.last_arrival;
  barrier.pending = barrier.expected;
  ++barrier.phase;
  ++machine.async.changes;
  machine.warp->yields = true;  // warps that waited get ahead: this shows a stage that is filled again too soon
}

}  // namespace tcviz::inline gpu_xray
