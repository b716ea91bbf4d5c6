#include "gpu/kernel/xray/machine/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "gpu/kernel/xray/machine/flags.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

template <class Function>
void each_element(const MemoryRegion& region, std::size_t at, std::size_t count, Function function) {
  const auto each = static_cast<std::size_t>(region.element_bytes);
  for (std::size_t element = at / each; element * each < at + count; ++element) function(element);
}

// Notes a read; false if it meets a block that was taken over already. Blocks that go on at the same time are met when
// this one is taken over.
bool read_apart(const StepContext& context, MemoryRegion& region, std::size_t at, std::size_t count) {
  Machine& machine = context.machine;
  const MemoryRegion& before = *region.before;
  if (is_strong(context.step)) return may_see_all(machine);
  const OwnPage& page = region.page_of(at);
  const auto each = static_cast<std::size_t>(region.element_bytes);
  bool goes_on = true;
  each_element(region, at, count, [&](std::size_t element) {
    const std::size_t inside = element - at / OwnPage::size * OwnPage::size / each;
    if (!page.stores.empty() && page.stores[inside].step != 0) return;
    const bool is_unset = region.unset && !machine.others.all_take_part;
    goes_on = goes_on && !is_unset && (before.stores.empty() || before.stores[element].step == 0);
  });
  return goes_on || may_see_all(machine);
}

bool store_apart(const StepContext& context, const MemoryRegion& region, std::size_t at, std::size_t count) {
  const MemoryRegion& before = *region.before;
  bool goes_on = region.array >= 0 && !is_strong(context.step);
  each_element(region, at, count, [&](std::size_t element) {
    goes_on = goes_on && (before.stores.empty() || before.stores[element].step == 0) &&
              (before.reads.empty() || before.reads[element].last.step == 0);
  });
  return goes_on || may_see_all(context.machine);
}

// Leaves the launch unjudged if a lane takes what other blocks have stored in an element, and no flag makes it wait for
// that. `place` is the last store; sums by atomics are of all that have added.
void look_for_way(const StepContext& context, int lane, const MemoryRegion& region, std::size_t element,
                  const LastPlace& place) {
  Neighbours& others = context.machine.others;
  std::span<const LastPlace> held =
      others.order.held_at(region.base + element * static_cast<std::size_t>(region.element_bytes));
  if (held.empty()) held = {&place, 1};
  if (others.order.is_full()) unsettle(context.machine, "too many atomic accesses to follow what each block adds");
  for (const LastPlace& one : held) {
    if (one.block == others.block) continue;
    const GlobalOrder::Known known = known_to(context, lane, one);
    if (known != GlobalOrder::Known::Yes)
      return unsettle(context.machine, fmt::format("block {} reads what block {} has stored in {}, and {}",
                                                   others.block, one.block, region.name, why_unknown(known)));
  }
}

void doubt_last_of(const StepContext& context, const MemoryRegion& region, const LastPlace& stored) {
  context.machine.doubt_all(fmt::format(
      "blocks {} and {} store different values to the same element of {}, and nothing says which comes last",
      stored.block, context.machine.others.block, region.name));
}

// Leaves a doubt if an atomic access changes what another block has stored by a plain one, and nothing says that this
// came first.
void look_under_sum(const StepContext& context, int lane, const MemoryRegion& region, std::size_t element) {
  const LastPlace stored = region.last_store(element);
  if (stored.step == 0 || stored.block == context.machine.others.block || stored.instruction < 0) return;
  if (is_strong(context.machine.program.steps[static_cast<std::size_t>(stored.instruction)])) return;
  if (known_to(context, lane, stored) != GlobalOrder::Known::Yes) doubt_last_of(context, region, stored);
}

// Leaves a doubt about an access that is atomic, or strong, for the threads of its block or cluster alone, to what
// another block has stored. Clusters of several blocks are not executed.
void look_at_scope(const StepContext& context, const MemoryRegion& region, std::size_t at, std::size_t count) {
  const bool is_narrow = context.step.has("cta") || context.step.has("cluster");
  if (!is_narrow || !is_strong(context.step) || region.stores.empty()) return;
  each_element(region, at, count, [&](std::size_t element) {
    if (const LastPlace& stored = region.stores[element];
        stored.step != 0 && stored.block != context.machine.others.block)
      context.machine.doubt_all(
          fmt::format("{} of {} has the scope of a {}, and other blocks access the same element: it needs .gpu",
                      context.step.name, region.name, context.step.has("cta") ? "block (.cta)" : "cluster"));
  });
}

}  // namespace

bool is_atomic(const XrayStep& step) { return step.name == "atom" || step.name == "red"; }

bool is_strong(const XrayStep& step) {
  constexpr std::array<std::string_view, 5> words = {"volatile", "relaxed", "acquire", "release", "mmio"};
  return is_atomic(step) || std::ranges::find_first_of(step.modifiers, words) != step.modifiers.end();
}

bool is_ordered(const XrayStep& step) {
  constexpr std::array<std::string_view, 3> of_order = {"exch", "inc", "dec"};
  if (step.name == "red") return std::ranges::find_first_of(step.modifiers, of_order) != step.modifiers.end();
  return (step.name == "atom" || step.name == "ld" || step.name == "st") && is_strong(step);
}

void unsettle(Machine& machine, std::string why) {
  machine.others.share = true;
  if (machine.others.unsettled.empty()) machine.others.unsettled = std::move(why);
}

bool may_only_read(const XrayStep& step) { return step.name == "atom" && !step.decides && !step.drops_result; }

bool may_see_all(Machine& machine) {
  if (!machine.others.apart) return true;
  machine.others.met = true;
  machine.stop("this block works with others");
  return false;
}

bool meet_others_reading(const StepContext& context, int lane, MemoryRegion& region, std::size_t at,
                         std::size_t count) {
  Machine& machine = context.machine;
  Neighbours& others = machine.others;
  if (others.apart) return read_apart(context, region, at, count);
  look_at_scope(context, region, at, count);
  const bool strong = is_strong(context.step);
  if (strong) ++others.polls;
  if (is_atomic(context.step)) others.share = true;
  each_element(region, at, count, [&](std::size_t element) {
    const LastPlace place = region.last_store(element);
    if (place.step == 0) {
      if (region.unset && region.code(element * region.element_bytes) != 0 && !others.all_take_part)
        unsettle(machine, fmt::format("a block reads what no block that was executed has stored, in {}", region.name));
      return;
    }
    const bool waits = strong && (is_atomic(context.step) || context.step.waits);
    if (!waits) look_for_way(context, lane, region, element, place);
    if (place.block != others.block) others.share = true;
  });
  return true;
}

bool meet_others_storing(const StepContext& context, int lane, MemoryRegion& region, std::size_t at, std::size_t count,
                         bool changes) {
  Machine& machine = context.machine;
  Neighbours& others = machine.others;
  if (others.apart) return store_apart(context, region, at, count);
  look_at_scope(context, region, at, count);
  if (!changes && may_only_read(context.step))
    each_element(region, at, count, [&](std::size_t element) {
      const LastPlace place = region.last_store(element);
      if (place.step != 0) look_for_way(context, lane, region, element, place);
    });
  if (changes && is_atomic(context.step))
    each_element(region, at, count, [&](std::size_t element) { look_under_sum(context, lane, region, element); });
  if (!changes || is_atomic(context.step)) return true;
  const bool strong = is_strong(context.step);
  each_element(region, at, count, [&](std::size_t element) {
    const LastPlace stored = region.last_store(element);
    if (stored.step == 0 || stored.block == others.block) return;
    if (strong ? !others.order.has_heard(others.block, stored.block, stored.step, false)
               : known_to(context, lane, stored) != GlobalOrder::Known::Yes)
      doubt_last_of(context, region, stored);
  });
  return true;
}

}  // namespace tcviz::inline gpu_xray
