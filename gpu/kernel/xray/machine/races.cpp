#include "gpu/kernel/xray/machine/races.hpp"

#include <fmt/format.h>

#include "gpu/kernel/xray/machine/neighbours.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the kind of wait after which the accesses of an asynchronous agent are known.
AwaitedBy awaited_of(int agent) {
  if (agent < first_product_agent) return AwaitedBy::None;
  if (agent < first_copy_agent) return AwaitedBy::Products;
  return agent == store_agent ? AwaitedBy::BulkGroup : AwaitedBy::Phase;
}

// Returns the other side with its place; an instruction below 0 is not known.
OtherSide side_at(const Machine& machine, std::int64_t instruction) {
  OtherSide other;
  if (instruction >= 0) machine.program.place(instruction, other);
  return other;
}

// True if a warp may have synchronised with others since the block was last at a barrier: by a lock, a flag or a
// ticket.
bool may_have_met(const Machine& machine, const OtherSide& other) {
  if (other.warp < 0) return false;
  const WarpState& warp = *machine.warp;
  return warp.has_locked ||
         (warp.last_heard > 0 && machine.clocks->is_stranger(warp.number, other.warp, warp.last_heard));
}

// True if both accesses are to a flag: both are volatile or the like, and a branch depends on one of them.
bool is_flag(const Machine& machine, const OtherSide& other) {
  const XrayStep& here = machine.program.steps[static_cast<std::size_t>(machine.at_step)];
  if (other.instruction < 0 || other.warp < 0 || !is_strong(here)) return false;
  const XrayStep& there = machine.program.steps[static_cast<std::size_t>(other.instruction)];
  return is_strong(there) && (here.decides || there.decides);
}

}  // namespace

std::string_view name_of(AccessKind access) { return access == AccessKind::Writes ? "writes" : "reads"; }

std::string agent_text(int agent) {
  if (agent < first_product_agent) return fmt::format("warp {}", agent);
  if (agent < first_copy_agent) return fmt::format("a wgmma of warps {} and on", 4 * (agent - first_product_agent));
  return agent == store_agent ? "a bulk copy to global memory" : "a bulk copy";
}

OtherSide other_side(const Machine& machine) {
  const OtherAccess& access = machine.clocks->other_access;
  OtherSide other = side_at(machine, access.instruction);
  other.by = agent_text(access.agent);
  other.access = access.stores ? AccessKind::Writes : AccessKind::Reads;
  other.awaited = access.was_started ? AwaitedBy::CopyGroup : awaited_of(access.agent);
  if (access.agent < first_product_agent) other.warp = access.agent, other.lane = access.lane;
  return other;
}

OtherSide side_of(const Machine& machine, const LastPlace& store) {
  OtherSide other = side_at(machine, store.instruction);
  other.by = agent_text(store.warp);
  other.access = AccessKind::Writes;
  other.warp = store.warp, other.lane = store.lane;
  return other;
}

std::string text_of(const OtherSide& other) {
  const std::string place = other.instruction < 0 ? "" : " at " + line_text(other.line, other.ptx_line);
  if (other.awaited != AwaitedBy::CopyGroup)
    return fmt::format("which {} {}{} without a barrier between them", other.by, name_of(other.access), place);
  if (other.access == AccessKind::Writes)
    return fmt::format("which a copy of {}{} brings only after the barrier between them", other.by, place);
  return fmt::format("which {} reads{} before the copy has been waited for", other.by, place);
}

void report_race(Machine& machine, int lane, std::string_view access, std::uint64_t at, OtherSide other) {
  if (is_flag(machine, other)) return;
  const std::string text = fmt::format("{} byte {} of shared memory, {}", access, at, text_of(other));
  const AwaitedBy awaited = other.awaited;
  if (may_have_met(machine, other))
    machine.warn("it is not known whether warps that meet in shared memory synchronise without a barrier",
                 FindingKind::Race, text, lane, awaited, std::move(other));
  else
    machine.report(FindingKind::Race, FindingWeight::Race, text, lane, awaited, std::move(other));
}

}  // namespace tcviz::inline gpu_xray
