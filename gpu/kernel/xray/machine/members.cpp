#include "gpu/kernel/xray/machine/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace tcviz::inline gpu_xray {
namespace {

void report_missing(Machine& machine, const WarpState& warp, std::uint32_t missing, std::string_view why) {
  const int lane = std::countr_zero(missing);
  machine.report(FindingKind::Divergence, FindingWeight::Wrong,
                 fmt::format("lane {} of warp {} does not execute this instruction, {}", lane, warp.number, why), lane);
}

void check_mask(Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active) {
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint32_t mask = mask_of(machine, warp, step, lane);
    const std::uint32_t missing = mask & warp.live & ~active;
    if (missing != 0) return report_missing(machine, warp, missing, fmt::format("whose mask {:#010x} names it", mask));
    if (((mask >> lane) & 1) != 0) continue;
    // The X-ray executes it as if the mask named the lane: GPUs were seen to do so.
    machine.report(
        FindingKind::Divergence, FindingWeight::Warning,
        fmt::format("lane {} of warp {} executes this instruction with the mask {:#010x}, which does not name "
                    "it",
                    lane, warp.number, mask),
        lane);
    machine.doubt_all("what a lane gets from an instruction whose mask does not name it is not defined");
    return;
  }
}

void meet(const Machine& machine, const WarpState& warp, std::uint32_t lanes) {
  if ((warp.live & ~lanes) == 0) return machine.clocks->together(warp.number, machine.steps);
  if (std::popcount(lanes) > 1) machine.clocks->meetings_of(warp.number).meet(lanes, machine.steps);
}

}  // namespace

std::uint32_t mask_of(const Machine& machine, const WarpState& warp, const XrayStep& step, int lane) {
  const std::int32_t reg = machine.program.slots[step.arguments[step.member_argument].first];
  return static_cast<std::uint32_t>(warp.values[static_cast<std::size_t>(reg) * lanes_of_warp + lane]);
}

void let_meet(const Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active) {
  // CUDA C++ Programming Guide 13.0, "Warp Shuffle Functions", "Warp Vote Functions" and the like: these "do not imply
  // a memory barrier".
  constexpr std::array<std::string_view, 5> without_memory = {"shfl", "vote", "match", "redux", "elect"};
  if (machine.target.number >= 70 && std::ranges::find(without_memory, step.name) != without_memory.end()) return;
  if (step.member_argument < 0) return meet(machine, warp, active);
  for (std::uint32_t left = active; left != 0;) {
    const std::uint32_t mask = mask_of(machine, warp, step, std::countr_zero(left));
    std::uint32_t group = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1)
      if (mask_of(machine, warp, step, std::countr_zero(rest)) == mask) group |= rest & (~rest + 1);
    meet(machine, warp, group);
    left &= ~group;
  }
}

bool meet_elsewhere(Machine& machine, WarpState& warp) {
  const auto step_of = [&](int lane) -> const XrayStep& { return machine.program.steps[warp.counters[lane]]; };
  const auto waits_with = [&](int lane, std::uint32_t mask) {
    const XrayStep& step = step_of(lane);
    return step.name == "bar" && step.has("warp") && step.line->predicate < 0 && step.member_argument >= 0 &&
           mask_of(machine, warp, step, lane) == mask;
  };
  for (std::uint32_t rest = warp.waiting & warp.live; rest != 0; rest &= rest - 1) {
    const int first = std::countr_zero(rest);
    if (step_of(first).member_argument < 0) continue;
    const std::uint32_t mask = mask_of(machine, warp, step_of(first), first), group = mask & warp.live;
    bool all = ((group >> first) & 1) != 0;
    for (std::uint32_t members = group; members != 0; members &= members - 1)
      all = all && waits_with(std::countr_zero(members), mask);
    if (!all) continue;
    for (std::uint32_t members = group; members != 0; members &= members - 1)
      ++warp.counters[static_cast<std::size_t>(std::countr_zero(members))];
    warp.waiting &= ~group;
    ++machine.steps;  // what they have stored comes before the meeting
    meet(machine, warp, group);
    return true;
  }
  return false;
}

bool may_meet_elsewhere(const Machine& machine, const WarpState& warp) {
  const auto step_of = [&](int lane) -> const XrayStep& { return machine.program.steps[warp.counters[lane]]; };
  const std::uint32_t waiting = warp.waiting & warp.live;
  const XrayStep& first = step_of(std::countr_zero(waiting));
  const bool is_aligned = first.name == "bar" || first.has("aligned");
  if (first.member_argument < 0 && is_aligned) return false;
  for (std::uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const XrayStep& step = step_of(lane);
    if (step.name != first.name || step.modifiers != first.modifiers) return false;
    const std::uint32_t members = step.member_argument < 0 ? warp.live : mask_of(machine, warp, step, lane);
    if ((members & warp.live & ~waiting) != 0) return false;
  }
  return true;
}

void check_members(Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active) {
  if (step.member_argument >= 0) return check_mask(machine, warp, step, active);
  if (step.of_whole_warp && active != all_lanes)
    return report_missing(machine, warp, ~active,
                          (warp.live & ~active) != 0 ? "which needs all 32 lanes of a warp"
                                                     : "which needs all 32 lanes of a warp: it has left, or never was");
  const bool is_aligned = step.name == "bar" || step.has("aligned");
  if (is_aligned && active != warp.live)
    report_missing(machine, warp, warp.live & ~active, "which all lanes of a warp execute together");
}

}  // namespace tcviz::inline gpu_xray
