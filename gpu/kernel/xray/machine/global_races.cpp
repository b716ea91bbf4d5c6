#include "gpu/kernel/xray/machine/global_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "gpu/kernel/xray/machine/flags.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/neighbours.hpp"
#include "gpu/kernel/xray/machine/races.hpp"

namespace tcviz::inline gpu_xray {
namespace {

const XrayStep& step_of(const StepContext& context, const LastPlace& place) {
  return context.machine.program.steps[static_cast<std::size_t>(place.instruction)];
}

// True if a warp of this block has stored there since the two warps last met.
bool is_of_stranger(const StepContext& context, const LastPlace& place) {
  const Machine& machine = context.machine;
  return place.block == machine.others.block && place.warp != context.warp.number &&
         machine.clocks->is_stranger(context.warp.number, place.warp, place.step);
}

// True if this warp has stored there since its lanes were last together.
bool is_of_own_warp(const StepContext& context, const LastPlace& place) {
  const Machine& machine = context.machine;
  return place.step != 0 && place.block == machine.others.block && place.warp == context.warp.number &&
         place.step > machine.clocks->meetings_of(context.warp.number).together_at() && machine.target.number >= 70;
}

// True if another lane of this warp has stored there, and since then the two have not met, nor has a flag told this
// lane of the store.
bool is_of_other_lane(const StepContext& context, int lane, const LastPlace& place) {
  if (!is_of_own_warp(context, place)) return false;
  if (place.lane == lane)
    return place.of_several_lanes && place.step > context.warp.heard[static_cast<std::size_t>(lane)] &&
           (is_strong(context.step) || is_strong(step_of(context, place)));
  const LaneMeetings& meetings = context.machine.clocks->meetings_of(context.warp.number);
  return !meetings.have_met_after(place.lane, lane, place.step) &&
         known_to(context, lane, place) != GlobalOrder::Known::Yes;
}

// One access to an element that was stored before.
struct Meeting {
  std::size_t element = 0;
  std::string_view does, array;  // "stores"
  int lane = 0;
};

void look_for_lanes(StepContext& context, const Meeting& at, const LastPlace& place) {
  if (!is_of_other_lane(context, at.lane, place)) return;
  const std::string who = place.lane == at.lane ? "another lane" : fmt::format("lane {}", place.lane);
  const GlobalOrder::Known known = known_to(context, at.lane, place);
  context.machine.doubt_all(
      fmt::format("lane {} of warp {} {} element {} of {}, which {} has stored with no __syncwarp between them{}",
                  at.lane, context.warp.number, at.does, at.element, at.array, who,
                  known == GlobalOrder::Known::No ? "" : fmt::format(", and {}", why_unknown(known))));
}

// Looks at plain accesses; true if they meet.
bool look_for_plain_accesses(StepContext& context, const Meeting& at, OtherSide side, const std::string& text,
                             GlobalOrder::Known known) {
  Machine& machine = context.machine;
  if (known != GlobalOrder::Known::No)
    machine.doubt_all(fmt::format("{}, and {}", text, why_unknown(known)));
  else if (machine.program.tells_others)
    machine.doubt_all(text + ": it is not known whether they synchronise in another way");
  else
    machine.report(FindingKind::Race, FindingWeight::Race, text, at.lane, AwaitedBy::None, std::move(side));
  return true;
}

// Looks at what another warp has stored; true if the two meet.
bool look_for_strangers(StepContext& context, const Meeting& at, const LastPlace& place) {
  if (!is_of_stranger(context, place)) return false;
  Machine& machine = context.machine;
  const bool is_strong_one = is_strong(context.step) || is_strong(step_of(context, place));
  const GlobalOrder::Known known = known_to(context, at.lane, place);
  if (known == GlobalOrder::Known::Yes) return false;
  const std::string text = fmt::format("warp {} {} element {} of {}, {}", context.warp.number, at.does, at.element,
                                       at.array, text_of(side_of(machine, place)));
  if (!is_strong_one) return look_for_plain_accesses(context, at, side_of(machine, place), text, known);
  const std::string why = fmt::format("{}, and {}", text, why_unknown(known));
  machine.warn(why, FindingKind::Race, why, at.lane, AwaitedBy::None, side_of(machine, place));
  return true;
}

// Looks at a load that waits for what a thread stores: PTX ISA 9.0, "Memory Consistency Model", "Observation": only a
// strong store tells of those before it.
void look_for_plain_flag(StepContext& context, const Meeting& at, const LastPlace& place) {
  const Machine& machine = context.machine;
  if (is_strong(step_of(context, place)) || (place.warp == context.warp.number && place.lane == at.lane)) return;
  const bool is_open = place.block != machine.others.block
                           ? known_to(context, at.lane, place) != GlobalOrder::Known::Yes
                           : is_of_stranger(context, place) || is_of_other_lane(context, at.lane, place);
  if (is_open)
    context.machine.doubt_all(fmt::format(
        "warp {} waits for element {} of {}, which {} stores neither by a volatile nor by an atomic access: "
        "nothing promises that what was stored before is there",
        context.warp.number, at.element, at.array, machine.program.text_of_line(place.instruction)));
}

// Looks at a bulk copy that reads what a thread has stored: PTX ISA 9.0, "Proxies".
void look_for_proxy(StepContext& context, const Meeting& at, const LastPlace& place) {
  Machine& machine = context.machine;
  if (step_of(context, place).name == "cp" || place.step <= machine.proxy_fence) return;
  const std::string text =
      fmt::format("a bulk copy reads element {} of {}, which {} has stored with no fence.proxy.async since", at.element,
                  at.array, machine.program.text_of_line(place.instruction));
  machine.warn(text, FindingKind::Race, text, at.lane, AwaitedBy::ProxyFence, side_of(machine, place));
}

// Leaves a doubt about memory that the kernel stores to and takes for read-only: PTX ISA 9.0, "ld.global.nc".
void doubt_read_only(StepContext& context, const Meeting& at) {
  context.machine.doubt_all(
      fmt::format("ld.global.nc reads element {} of {}, to which the kernel stores: PTX leaves open what it gives",
                  at.element, at.array));
}

// Returns the last reads of an element; null if none was noted.
LastReads* find_reads(MemoryRegion& region, std::size_t element, bool makes) {
  const auto each = static_cast<std::size_t>(region.element_bytes);
  const bool is_apart = region.before != nullptr;
  OwnPage* const page = is_apart ? &region.page_of(element * each) : nullptr;
  std::vector<LastReads>& reads = is_apart ? page->reads : region.reads;
  if (reads.empty() && !makes) return nullptr;
  const std::size_t all = is_apart ? OwnPage::size / each : region.element_count();
  if (reads.empty()) reads.resize(all);
  return &reads[is_apart ? element % all : element];
}

// Notes that a lane reads `count` elements from `first` on; no access spans two pages.
void note_reads(const StepContext& context, int lane, MemoryRegion& region, std::size_t first, std::size_t count) {
  const Machine& machine = context.machine;
  const int warp = context.warp.number;
  const LastPlace place{static_cast<std::uint32_t>(machine.steps),
                        static_cast<std::int32_t>(machine.at_step),
                        -1,
                        static_cast<std::int16_t>(warp),
                        static_cast<std::int8_t>(lane),
                        false,
                        machine.others.block};
  const std::int64_t together = machine.clocks->meetings_of(warp).together_at();
  for (LastReads& reads : std::span(find_reads(region, first, true), count)) reads.note(place, together);
}

// True if another lane of the warp has read the element, and nothing says that this came first.
bool is_read_by_other_lane(const StepContext& context, int lane, const LastPlace& read) {
  if (!is_of_own_warp(context, read)) return false;
  if (read.of_several_lanes) return true;
  return read.lane != lane &&
         !context.machine.clocks->meetings_of(read.warp).have_met_after(read.lane, lane, read.step) &&
         known_to(context, lane, read) != GlobalOrder::Known::Yes;
}

// Looks at a plain store to what `read` has read before.
void look_for_read(StepContext& context, const Meeting& at, const LastPlace& read) {
  Machine& machine = context.machine;
  if (read.block != machine.others.block) {
    if (known_to(context, at.lane, read) != GlobalOrder::Known::Yes)
      unsettle(machine, fmt::format("block {} stores in {} what block {} has read before: it might have come first",
                                    machine.others.block, at.array, read.block));
  } else if (is_read_by_other_lane(context, at.lane, read)) {
    machine.doubt_all(fmt::format(
        "lane {} of warp {} stores element {} of {}, which {} of it has read with no __syncwarp between them", at.lane,
        read.warp, at.element, at.array, read.of_several_lanes ? "another lane" : fmt::format("lane {}", read.lane)));
  } else if (is_of_stranger(context, read)) {
    const GlobalOrder::Known known = known_to(context, at.lane, read);
    OtherSide side = side_of(machine, read);
    side.access = AccessKind::Reads;
    const std::string text =
        fmt::format("warp {} stores element {} of {}, {}", context.warp.number, at.element, at.array, text_of(side));
    if (known != GlobalOrder::Known::Yes) look_for_plain_accesses(context, at, std::move(side), text, known);
  }
}

void look_for_reads(StepContext& context, const Meeting& at, MemoryRegion& region) {
  const LastReads* const reads = find_reads(region, at.element, false);
  if (reads == nullptr) return;
  for (const LastPlace& read : {reads->last, reads->other})
    if (read.step != 0 && read.instruction >= 0) look_for_read(context, at, read);
}

// Notes that the element is read as if nothing stored to it.
void note_read_only(MemoryRegion& region, std::size_t element) {
  if (region.read_only.empty()) region.read_only.resize(region.element_count());
  region.read_only[element] = true;
}

}  // namespace

void look_for_other_warps(StepContext& context, int lane, MemoryRegion& region, std::size_t at, std::size_t count,
                          GlobalUse use) {
  const bool stores = use == GlobalUse::Stores;
  const XrayStep& step = context.step;
  const bool is_plain = !is_strong(step);
  const auto each = static_cast<std::size_t>(region.element_bytes);
  if (use == GlobalUse::Reads && is_plain)
    note_reads(context, lane, region, at / each, (at + count - 1) / each - at / each + 1);
  for (std::size_t element = at / each; element * each < at + count; ++element) {
    const Meeting meeting{element, stores ? "stores" : "reads", region.name, lane};
    if (step.is_read_only) note_read_only(region, element);
    if (stores && is_plain) look_for_reads(context, meeting, region);
    if (stores && !region.read_only.empty() && region.read_only[element]) doubt_read_only(context, meeting);
    const LastPlace place = region.last_store(element);
    if (place.step == 0 || place.instruction < 0) continue;
    if (step.waits) {
      look_for_plain_flag(context, meeting, place);
      continue;
    }
    if (is_atomic(step) && is_atomic(step_of(context, place)) && use != GlobalUse::OnlyReads) continue;
    if (step.is_read_only) doubt_read_only(context, meeting);
    if (!stores && step.name == "cp" && step.has("bulk")) look_for_proxy(context, meeting, place);
    look_for_lanes(context, meeting, place);
    if (look_for_strangers(context, meeting, place)) return;
  }
}

bool follows_own_lanes(const StepContext& context, const MemoryRegion& region, std::size_t at, bool changes,
                       LastPlace& place) {
  const LastPlace before = region.last_store(at / static_cast<std::size_t>(region.element_bytes));
  if (!is_of_own_warp(context, before)) return true;
  place.of_several_lanes = before.of_several_lanes || before.lane != place.lane;
  return changes;
}

}  // namespace tcviz::inline gpu_xray
