#include "gpu/kernel/xray/machine/members.hpp"

#include <fmt/format.h>

#include <bit>

namespace tcviz::inline gpu_xray {
namespace {

void report_missing(Machine& machine, const WarpState& warp, std::uint32_t missing, std::string_view why) {
  const int lane = std::countr_zero(missing);
  machine.report(FindingKind::Divergence, FindingWeight::Wrong,
                 fmt::format("lane {} of warp {} does not execute this instruction, {}", lane, warp.number, why), lane);
}

void check_mask(Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active) {
  const std::int32_t reg = machine.program.slots[step.arguments[step.member_argument].first];
  const std::uint64_t* const masks = warp.values.data() + static_cast<std::size_t>(reg) * lanes_of_warp;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const auto mask = static_cast<std::uint32_t>(masks[lane]);
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

}  // namespace

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
