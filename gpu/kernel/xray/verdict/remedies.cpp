#include "gpu/kernel/xray/verdict/remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tcviz::inline gpu_xray {
namespace {

struct WaitRow {
  AwaitedBy awaited;
  std::string_view text;
};
constexpr WaitRow missing_waits[] = {
    {AwaitedBy::CopyGroup, "cp.async.wait_group is missing before the barrier, or leaves too many groups open."},
    {AwaitedBy::Phase,
     "a wait for this phase of the copy's mbarrier is missing (mbarrier.try_wait), or asks for the other parity."},
    {AwaitedBy::Copy, "a wait for the copy is missing before it: cp.async.wait_group, or the phase of its mbarrier."},
    {AwaitedBy::Products, "wgmma.wait_group is missing before it, or leaves too many groups open."},
    {AwaitedBy::Fence, "wgmma.fence is missing before the first wgmma."},
    {AwaitedBy::BulkGroup,
     "cp.async.bulk.wait_group.read is missing before it, or cp.async.bulk.commit_group after the copy."},
    {AwaitedBy::ProxyFence, "fence.proxy.async is missing after the stores, before the barrier."},
    {AwaitedBy::BarrierFence,
     "fence.mbarrier_init.release.cluster is missing after mbarrier.init, before the barrier."}};

struct RemedyRow {
  FindingKind kind;
  std::string_view text;
};
constexpr RemedyRow remedies[] = {
    {FindingKind::Pairing,
     "A and B of one instruction hold different k in the same place: compare the order of their registers, or the "
     "offset of one of their loads."},
    {FindingKind::Mixing,
     "one row of the fragment holds elements of several rows: compare the registers with `tcviz show` of the fragment, "
     "or add or remove .trans."},
    {FindingKind::CountedTwice, "the loop loads the same k again: look at the step of its pointers."},
    {FindingKind::Uneven,
     "a maximum or sum is not the same in all lanes: a reduction by shuffles is missing or too short."},
    {FindingKind::Store, "the store uses another row or column than the accumulator has: `tcviz show` has its layout."},
    {FindingKind::Incomplete,
     "something that follows this one is missing: a step of the loop, another warp's part, an input that must be "
     "added, or a sum that is overwritten."},
    {FindingKind::Race, "a barrier (__syncthreads) is missing between the two accesses."},
    {FindingKind::PendingCopy, "a barrier (__syncthreads) is missing between the wait for the copy and this read."},
    {FindingKind::Bounds, "the index is too large: a guard is missing, or a size differs from that of the launch."},
    {FindingKind::Uninitialised, "a store before it is missing, or goes elsewhere."},
    {FindingKind::Alignment, "the address of a wide access must be a multiple of its width."},
    {FindingKind::Divergence, "all lanes of a warp must execute this instruction together: move it out of the branch."},
    {FindingKind::Deadlock, "a barrier waits for threads that never come to it."},
    {FindingKind::Doubt,
     "each packed number is read alone, whole and with its sign: look at the shift, the mask and the declared type."}};

std::string_view remedy_for(const XrayFinding& finding) {
  const auto* const wait = std::ranges::find(missing_waits, finding.awaited, &WaitRow::awaited);
  if (wait != std::end(missing_waits)) return wait->text;
  const auto* const row = std::ranges::find(remedies, finding.kind, &RemedyRow::kind);
  return row != std::end(remedies) ? row->text : std::string_view();
}

// Returns the first race whose other side is a read by this instruction; null: there is none.
const XrayFinding* race_with_read(const std::vector<XrayFinding>& all, std::int64_t instruction) {
  const auto race = std::ranges::find_if(all, [&](const XrayFinding& one) {
    return one.other && one.other->access == AccessKind::Reads && one.other->instruction == instruction;
  });
  return race == all.end() ? nullptr : &*race;
}

}  // namespace

std::string remedy_among(const std::vector<XrayFinding>& all, XrayFinding& finding) {
  const XrayFinding* const race =
      finding.kind == FindingKind::Uninitialised ? race_with_read(all, finding.instruction) : nullptr;
  if (race == nullptr) return std::string(remedy_for(finding));
  finding.cause = fmt::format("warp {} stores there later, at {}: a barrier is missing between the two.", race->warp,
                              line_text(race->line, race->ptx_line));
  return std::string(remedy_for(*race));
}

}  // namespace tcviz::inline gpu_xray
