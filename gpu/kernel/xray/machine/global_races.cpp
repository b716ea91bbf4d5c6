#include "gpu/kernel/xray/machine/global_races.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// True if another lane of this warp has stored there, since the lanes were last together and since this lane has heard
// of others.
bool is_of_other_lane(const StepContext& context, int lane, const LastPlace& place) {
  if (!is_of_own_warp(context, place)) return false;
  const std::int64_t heard = context.warp.heard[static_cast<std::size_t>(lane)];
  const bool is_other = place.lane != lane;
  const LaneMeetings& meetings = context.machine.clocks->meetings_of(context.warp.number);
  if (is_other && meetings.have_met_after(place.lane, lane, place.step)) return false;
  if (is_strong(context.step) || is_strong(step_of(context, place)))
    return is_other ? place.step >= heard : place.of_several_lanes && place.step > heard;
  return is_other;
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
  context.machine.doubt_all(
      fmt::format("lane {} of warp {} {} element {} of {}, which {} has stored with no __syncwarp between them",
                  at.lane, context.warp.number, at.does, at.element, at.array, who));
}

// Looks at plain accesses; true if they meet.
bool look_for_plain_stores(StepContext& context, const Meeting& at, const LastPlace& place, const std::string& text) {
  Machine& machine = context.machine;
  if (machine.program.tells_others)
    machine.doubt_all(text + ": it is not known whether they synchronise in another way");
  else
    machine.report(FindingKind::Race, FindingWeight::Race, text, at.lane, AwaitedBy::None, side_of(machine, place));
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
  if (!is_strong_one) return look_for_plain_stores(context, at, place, text);
  const std::string why = fmt::format("{}, and {}", text, why_unknown(known));
  machine.warn(why, FindingKind::Race, why, at.lane, AwaitedBy::None, side_of(machine, place));
  return true;
}

}  // namespace

void look_for_other_warps(StepContext& context, int lane, const MemoryRegion& region, std::size_t at, std::size_t count,
                          bool stores) {
  const XrayStep& step = context.step;
  if (step.waits) return;
  const auto each = static_cast<std::size_t>(region.element_bytes);
  for (std::size_t element = at / each; element * each < at + count; ++element) {
    const LastPlace place = region.last_store(element);
    if (place.step == 0 || place.instruction < 0) continue;
    if (is_atomic(step) && is_atomic(step_of(context, place))) continue;
    // PTX ISA 9.0, "ld.global.nc": the memory is read-only as long as the kernel runs.
    if (!stores && step.has("nc"))
      context.machine.doubt_all(
          fmt::format("ld.global.nc reads element {} of {}, which the kernel has stored: PTX leaves open what "
                      "it gives",
                      element, region.name));
    const Meeting meeting{element, stores ? "stores" : "reads", region.name, lane};
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
