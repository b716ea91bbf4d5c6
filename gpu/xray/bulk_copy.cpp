#include "gpu/xray/bulk_copy.hpp"

#include <fmt/format.h>

#include "gpu/xray/access.hpp"

namespace tcviz {
inline namespace gpu_xray {
namespace {

void land(Machine& machine, const ComingBytes& copy) {
  for (std::size_t at = 0; at < copy.places.size(); ++at) {
    const std::size_t first = at * static_cast<std::size_t>(copy.piece), count = static_cast<std::size_t>(copy.piece);
    put_shared(machine, copy.lane, copy.places[at], std::span(copy.bytes).subspan(first, count),
               std::span(copy.codes).subspan(first, count));
  }
}

}  // namespace

std::string MemoryBarrier::missing() const {
  std::string text;
  if (pending != 0) text = fmt::format("{} arrival{}", pending, pending == 1 ? "" : "s");
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
  const int other = machine.clocks->atomic(context.warp.number, at);
  if (other >= 0)
    machine.report(FindingKind::Race, FindingWeight::Race,
                   fmt::format("warp {} uses the mbarrier at byte {} of shared memory, which {} initialises "
                               "without a barrier between them",
                               context.warp.number, at, agent_text(other)),
                   lane);
  return &found->second;
}

void complete_phase(Machine& machine, MemoryBarrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  for (const ComingBytes& copy : barrier.copies) land(machine, copy);
  if (!barrier.copies.empty()) machine.clocks->release(barrier.agent, barrier.gathering);
  barrier.copies.clear();
  barrier.clocks = barrier.gathering;
  barrier.pending = barrier.expected;
  ++barrier.phase;
  ++machine.async.changes;
  machine.warp->yields = true;  // those who waited get ahead: so a stage that is filled again too soon is seen
}

}  // namespace gpu_xray
}  // namespace tcviz
