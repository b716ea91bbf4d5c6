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

void set_place(const Machine& machine, std::int64_t instruction, OtherSide& other) {
  other.instruction = instruction;
  if (instruction < 0) return;
  other.line = machine.program.source_line(static_cast<std::size_t>(instruction));
  other.ptx_line = machine.program.steps[static_cast<std::size_t>(instruction)].line->ptx_line;
  other.calls = machine.program.calls(static_cast<std::size_t>(instruction));
}

}  // namespace

std::string agent_text(int agent) {
  if (agent < first_product_agent) return fmt::format("warp {}", agent);
  if (agent < first_copy_agent) return fmt::format("a wgmma of warps {} and on", 4 * (agent - first_product_agent));
  return agent == store_agent ? "a bulk copy to global memory" : "a bulk copy";
}

OtherSide other_side(const Machine& machine) {
  const OtherAccess& access = machine.clocks->other_access;
  OtherSide other;
  other.by = agent_text(access.agent);
  other.access = access.stores ? "writes" : "reads";
  other.awaited = awaited_of(access.agent);
  if (access.was_started) other.awaited = AwaitedBy::CopyGroup;
  if (access.agent < first_product_agent) other.warp = access.agent, other.lane = access.lane;
  set_place(machine, access.instruction, other);
  return other;
}

OtherSide side_of(const Machine& machine, const LastPlace& store) {
  OtherSide other;
  other.by = agent_text(store.warp);
  other.access = "writes";
  other.warp = store.warp, other.lane = store.lane;
  set_place(machine, store.instruction, other);
  return other;
}

std::string text_of(const OtherSide& other) {
  const std::string place = other.instruction < 0 ? "" : " at " + line_text(other.line, other.ptx_line);
  if (other.awaited == AwaitedBy::CopyGroup && other.access == "writes")
    return fmt::format("which a copy of {}{} brings only after the barrier between them", other.by, place);
  if (other.awaited == AwaitedBy::CopyGroup)
    return fmt::format("which {} {}{} before the copy has been waited for", other.by, other.access, place);
  return fmt::format("which {} {}{} without a barrier between them", other.by, other.access, place);
}

namespace {

// True if a warp may have synchronised with others since the block was last at a barrier: by a lock, a flag or a
// ticket.
bool may_have_met(const Machine& machine, const OtherSide& other) {
  if (other.warp < 0) return false;
  const WarpState& warp = *machine.warp;
  return warp.has_locked ||
         (warp.last_heard > 0 && machine.clocks->is_stranger(warp.number, other.warp, warp.last_heard));
}

enum class Meets : std::uint8_t { Race, Perhaps, InOrder };

// Returns what it means that two accesses meet. A flag is read and written by volatile accesses or the like, and a
// branch depends on it.
Meets meaning_of(const Machine& machine, const OtherSide& other) {
  const XrayStep& here = machine.program.steps[static_cast<std::size_t>(machine.at_step)];
  if (other.instruction >= 0 && other.warp >= 0 && is_strong(here)) {
    const XrayStep& there = machine.program.steps[static_cast<std::size_t>(other.instruction)];
    if (is_strong(there) && (here.decides || there.decides)) return Meets::InOrder;
  }
  return may_have_met(machine, other) ? Meets::Perhaps : Meets::Race;
}

}  // namespace

void report_race(Machine& machine, int lane, std::string_view access, std::uint64_t at, OtherSide other) {
  const Meets meets = meaning_of(machine, other);
  if (meets == Meets::InOrder) return;
  const std::string text = fmt::format("{} byte {} of shared memory, {}", access, at, text_of(other));
  const AwaitedBy awaited = other.awaited;
  if (meets == Meets::Perhaps)
    machine.doubt_all("it is not known whether warps that meet in shared memory synchronise without a barrier");
  machine.report(FindingKind::Race, meets == Meets::Race ? FindingWeight::Race : FindingWeight::Warning, text, lane,
                 awaited, std::move(other));
}

}  // namespace tcviz::inline gpu_xray
