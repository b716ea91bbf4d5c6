#include "gpu/kernel/xray/machine/flags.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// True for atom.release and the like, which are a fence themselves.
bool releases(const XrayStep& step) {
  constexpr std::array<std::string_view, 2> words = {"release", "acq_rel"};
  return std::ranges::find_first_of(step.modifiers, words) != step.modifiers.end();
}

bool is_cta(const XrayStep& step) { return step.has("cta") || step.has("cluster"); }

// Returns where a lane is. Before sm_70 the lanes of a warp step together.
ThreadPoint point_of(const StepContext& context, int lane) {
  const Machine& machine = context.machine;
  const int warp = context.warp.number;
  const auto step = static_cast<std::uint32_t>(machine.steps);
  const std::int64_t lanes =
      machine.target.number < 70 ? machine.steps : machine.clocks->meetings_of(warp).together_at();
  const auto met = machine.clocks->met_by(warp);
  const Synchronised has{static_cast<std::uint32_t>(lanes), static_cast<std::uint32_t>(met.first), met.second};
  return {machine.others.block, step, warp, lane, has};
}

bool counts(const Machine& machine) { return machine.program.has_flags && !machine.others.apart; }

}  // namespace

std::string_view why_unknown(GlobalOrder::Known known) {
  switch (known) {
    case GlobalOrder::Known::NoFence:
      return "no __threadfence() stands between that store and the atomic or volatile one that tells of it";
    case GlobalOrder::Known::NotThen:
      return "no barrier or __syncwarp() of the warp orders that store, the __threadfence() and the store that tells "
             "of it, which are of different threads";
    case GlobalOrder::Known::NotHere:
      return "no barrier or __syncwarp() of the warp stands between it and the thread that waits for that";
    case GlobalOrder::Known::NotFollowed:
      return "the flags and atomic accesses are too many to follow";
    case GlobalOrder::Known::Yes:
    case GlobalOrder::Known::No:
      break;
  }
  return "nothing makes it wait for that";
}

void note_fence(const StepContext& context, bool of_block) {
  if (counts(context.machine))
    context.each_lane([&](int lane) { context.machine.others.order.fence(point_of(context, lane), of_block); });
}

void note_flag(const StepContext& context, int lane, const MemoryRegion& region, std::size_t at) {
  const XrayStep& step = context.step;
  const bool tells = is_atomic(step) || step.decides || (is_strong(step) && !step.has("volatile"));
  if (!tells || !counts(context.machine)) return;
  const LastPlace flag = region.last_store(at / static_cast<std::size_t>(region.element_bytes));
  context.machine.others.order.read(point_of(context, lane), flag, step.name == "red" || step.drops_result);
}

void note_held(const StepContext& context, const MemoryRegion& region, std::size_t at, const LastPlace& place) {
  if (!counts(context.machine)) return;
  const LastPlace before = region.last_store(at / static_cast<std::size_t>(region.element_bytes));
  context.machine.others.order.put(region.base + at, before, place, is_atomic(context.step));
}

void note_order(const StepContext& context, int lane) {
  if (!counts(context.machine)) return;
  const ThreadPoint at = point_of(context, lane);
  if (releases(context.step)) context.machine.others.order.fence(at, is_cta(context.step));
  context.machine.others.order.store(at);
}

GlobalOrder::Known known_to(const StepContext& context, int lane, const LastPlace& store) {
  return context.machine.others.order.knows(point_of(context, lane), store);
}

}  // namespace tcviz::inline gpu_xray
