// mbarrier, and the instructions of a cluster that a block alone has: arrivals join the clocks, and a wait that fails
// lets others go on.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Leaves a doubt about an arrival or a wait that orders no memory: PTX ISA 9.0, "mbarrier.arrive" and the like,
// .relaxed.
void doubt_relaxed(const StepContext& context) {
  if (context.step.has("relaxed"))
    context.machine.doubt_all(fmt::format(
        "{}.relaxed orders no memory, and whether a fence does so instead is not followed", context.step.name));
}

constexpr std::int64_t most_arrivals = (1 << 20) - 1;

// Returns the token of a state: the phase in its lower half, the missing arrivals in its upper half.
std::uint64_t token_of(const MemoryBarrier& barrier) {
  return (static_cast<std::uint64_t>(barrier.pending) << 32) | barrier.phase;
}

void init(StepContext& context) {
  context.each_lane([&](int lane) {
    Machine& machine = context.machine;
    const std::uint64_t at = shared_address(context, 0, lane);
    const auto count = static_cast<std::int64_t>(context.values(context.reg(1))[lane] & 0xFFFFFFFF);
    if (machine.stopped()) return;
    if (count < 1 || count > most_arrivals) {
      not_allowed(context, lane, FindingKind::Deadlock, fmt::format("an mbarrier of {} arrivals: 1 to 1048575", count));
      return;
    }
    if (machine.async.barriers.contains(at))
      doubt_barrier(context, lane, at, "initialises it again, with no mbarrier.inval before");
    if (!write_bytes(context, lane, Window::Shared, at, 8, AccessBytes())) return;
    if (at + 8 > machine.shared.bytes.size()) return;
    AsyncState& async = machine.async;
    MemoryBarrier made;
    made.expected = made.pending = count;
    made.agent = first_copy_agent + async.barriers_begun++ % copy_agents;
    async.barriers.insert_or_assign(at, std::move(made));
    ++async.changes;
  });
}

void invalidate(StepContext& context) {
  context.each_lane([&](int lane) {
    if (find_barrier(context, 0, lane) != nullptr)
      context.machine.async.barriers.erase(shared_address(context, 0, lane));
  });
}

// Executes mbarrier.arrive{.expect_tx}.shared.b64 state, [address]{, count or bytes}.
void arrive_at(StepContext& context) {
  doubt_relaxed(context);
  const XrayStep& step = context.step;
  const bool expects = step.has("expect_tx"), drops = step.has("arrive_drop"),
             may_not_complete = step.has("noComplete");
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 1, lane);
    if (barrier == nullptr) return;
    const std::int64_t given =
        step.arguments.size() == 3 ? static_cast<std::int64_t>(context.values(context.reg(2))[lane] & 0xFFFFFFFF) : 1;
    const std::int64_t count = expects ? 1 : given;
    const std::uint64_t token = token_of(*barrier);
    if (expects) barrier->bytes += given;
    if (!arrive_once(context, lane, *barrier, count)) return;
    if (drops) barrier->expected -= count;
    if (may_not_complete && barrier->pending == 0 && barrier->bytes == 0) {
      not_allowed(context, lane, FindingKind::Deadlock, "an arrival with .noComplete completes the phase");
      return;
    }
    complete_phase(context.machine, *barrier);
    const std::int32_t d = context.reg(0);
    context.values(d)[lane] = token;
    context.write_codes(d, lane, {});
  });
}

// Executes mbarrier.expect_tx, mbarrier.complete_tx [address], bytes.
template <int Sign>
void count_bytes(StepContext& context) {
  context.each_lane([&](int lane) {
    if (context.machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 0, lane);
    if (barrier == nullptr) return;
    barrier->bytes += Sign * static_cast<std::int64_t>(context.values(context.reg(1))[lane] & 0xFFFFFFFF);
    ++context.machine.async.changes;
    if (Sign < 0) complete_phase(context.machine, *barrier);
  });
}

// True if no other thread and no copy is left that might complete the phase.
bool is_alone(const StepContext& context, int lane, const MemoryBarrier& barrier) {
  const auto has_others = [&](const auto& warp) {
    return (warp->live & ~(warp.get() == &context.warp ? 1U << lane : 0)) != 0;
  };
  return barrier.copies.empty() && barrier.coming_arrivals == 0 &&
         std::ranges::none_of(context.machine.warps, has_others);
}

// Leaves a doubt about a wait that nobody tries again, unless its result is the same in every run.
void doubt_unless_sure(StepContext& context, int lane, const MemoryBarrier& barrier, bool is_over) {
  Machine& machine = context.machine;
  if (is_over ? machine.clocks->knows_all(context.warp.number, lane, barrier.clocks, clock_agents)
              : is_alone(context, lane, barrier))
    return;
  machine.warn(fmt::format("the wait at {} gives up: the kernel goes on though it may have failed",
                           machine.program.text_of_line(machine.at_step)),
               FindingKind::Race,
               fmt::format("lane {} of warp {} tests the mbarrier at byte {}, and nothing tries again until its phase "
                           "is complete",
                           lane, context.warp.number, shared_address(context, 1, lane)),
               lane);
}

// Executes mbarrier.test_wait{.parity}.shared.b64 p, [address], state. A copy is as late as it may be: the first wait
// that looks for it fails, as it may on a GPU.
template <bool ByParity>
void wait(StepContext& context) {
  Machine& machine = context.machine;
  doubt_relaxed(context);
  const std::int32_t p = context.reg(0);
  std::uint32_t failed = 0;
  context.each_lane([&](int lane) {
    if (machine.stopped()) return;
    MemoryBarrier* const barrier = find_barrier(context, 1, lane);
    if (barrier == nullptr) return;
    const std::uint64_t asked = context.values(context.reg(2))[lane];
    const bool over = ByParity ? (barrier->phase & 1) != (asked & 1) : barrier->phase != (asked & 0xFFFFFFFF);
    context.values(p)[lane] = over ? 1 : 0;
    const std::int64_t through = !over      ? std::int64_t{barrier->phase} + 1
                                 : ByParity ? std::int64_t{barrier->phase}
                                            : static_cast<std::int64_t>(asked & 0xFFFFFFFF) + 1;
    barrier->asked_for = std::max(barrier->asked_for, through);
    if (!context.step.waits) doubt_unless_sure(context, lane, *barrier, over);
    if (over) {
      machine.clocks->acquire_by(context.warp.number, 1U << lane, barrier->clocks);
      return;
    }
    failed |= 1U << lane;
    context.warp.waits_for = shared_address(context, 1, lane);
    deliver(machine, *barrier);
  });
  context.set_plain(p);
  const std::uint32_t waited = machine.clocks->lanes_that_waited(context.warp.number);
  if ((waited & context.warp.live) == context.warp.live) machine.clocks->together(context.warp.number, machine.steps);
  context.warp.give_way(failed);
}

void pending_count(StepContext& context) {
  const std::int32_t d = context.reg(0), state = context.reg(1);
  context.set_plain(d);
  context.each_lane([&](int lane) { context.values(d)[lane] = context.values(state)[lane] >> 32; });
}

StepRun choose_mbarrier(const XrayStep& step) {
  const std::size_t count = step.arguments.size();
  const auto at = [&](std::size_t argument) {
    return count > argument && step.arguments[argument].form == PtxForm::Address;
  };
  if (step.type() != "b64" || step.types.size() != 1) return nullptr;
  if (step.has("init")) return at(0) && count == 2 ? init : nullptr;
  if (step.has("inval")) return at(0) && count == 1 ? invalidate : nullptr;
  if (step.has("pending_count")) return count == 2 ? pending_count : nullptr;
  if (step.has("arrive") || step.has("arrive_drop")) {
    const bool needs_count = step.has("expect_tx") || step.has("noComplete");
    return at(1) && (count == 3 || (count == 2 && !needs_count)) ? arrive_at : nullptr;
  }
  if (step.has("expect_tx")) return at(0) && count == 2 ? count_bytes<1> : nullptr;
  if (step.has("complete_tx")) return at(0) && count == 2 ? count_bytes<-1> : nullptr;
  if (!step.has("test_wait") && !step.has("try_wait")) return nullptr;
  const bool has_time = step.has("try_wait") && count == 4;
  if (!at(1) || (count != 3 && !has_time)) return nullptr;
  return step.has("parity") ? wait<true> : wait<false>;
}

// Arrives; with .relaxed, tells only of what stands before a fence.
void arrive_in_cluster(StepContext& context) {
  const bool tells = !context.step.has("relaxed") || context.warp.fences_before_arrival;
  context.warp.fences_before_arrival = false;
  ++context.warp.cluster_arrivals;
  if (!context.step.has("relaxed")) context.machine.async.fence_barriers();  // it releases, at the scope of the cluster
  ++context.machine.async.changes;
  if (tells) context.machine.clocks->release(context.warp.number, context.machine.async.cluster_clocks);
}

// Waits for the cluster, which is this block: tries the instruction again until all warps have come.
void wait_for_cluster(StepContext& context) {
  Machine& machine = context.machine;
  const bool all = std::ranges::all_of(machine.warps, [&](const auto& other) {
    return other->live == 0 || other->cluster_arrivals >= context.warp.cluster_arrivals;
  });
  if (!all) {
    context.jumped = true;
    context.warp.give_way(context.active);
    return;
  }
  machine.clocks->acquire(context.warp.number, machine.async.cluster_clocks);
  ++machine.async.changes;
}

StepRun choose_cluster_barrier(const XrayStep& step) {
  if (!step.has("cluster") || !step.arguments.empty()) return nullptr;
  return step.has("arrive") ? arrive_in_cluster : step.has("wait") ? wait_for_cluster : nullptr;
}

// Executes mapa d, address, rank: for this block alone.
void map_to_rank(StepContext& context) {
  const std::int32_t d = context.reg(0), address = context.reg(1), rank = context.reg(2);
  context.set_plain(d);
  context.each_lane([&](int lane) {
    const std::uint64_t asked = context.values(rank)[lane] & 0xFFFFFFFF;
    if (asked != 0)
      not_allowed(context, lane, FindingKind::Bounds,
                  fmt::format("mapa asks for block {} of a cluster of one block", asked));
    context.values(d)[lane] =
        context.values(address)[lane] + static_cast<std::uint64_t>(context.step.arguments[1].offset);
  });
}

void rank_of(StepContext& context) {
  context.set_plain(context.reg(0));
  context.each_lane([&](int lane) { context.values(context.reg(0))[lane] = 0; });
}

constexpr std::array mbarrier_rows{
    OpcodeRow{"mbarrier",
              "init inval arrive arrive_drop expect_tx complete_tx noComplete test_wait try_wait pending_count parity "
              "shared shared::cta shared::cluster release acquire relaxed cta cluster",
              choose_mbarrier},
    OpcodeRow{"barrier", "cluster arrive wait release acquire relaxed aligned", choose_cluster_barrier, true},
    OpcodeRow{"mapa", "shared::cluster",
              [](const XrayStep& step) { return step.arguments.size() == 3 ? StepRun(map_to_rank) : nullptr; }},
    OpcodeRow{"getctarank", "shared::cluster",
              [](const XrayStep& step) { return step.arguments.size() == 2 ? StepRun(rank_of) : nullptr; }},
};

}  // namespace

std::span<const OpcodeRow> mbarrier_opcodes() { return mbarrier_rows; }

}  // namespace tcviz::inline gpu_xray
