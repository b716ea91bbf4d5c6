// Exchanges between the lanes of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the wrong value that comes from a lane that has left, or never was: it is not defined.
RegisterCodes missing_value(const StepContext& context, int lane, int from) {
  context.machine.blame(
      lane, context.reg(0),
      fmt::format("lane {} takes a value from lane {}, which does not execute this instruction", lane, from));
  const Label label = context.labels().poison(FindingKind::Divergence, "", "");
  RegisterCodes made{};
  for (int byte = 0; byte < 4; ++byte) made[byte] = code_of(label, byte);
  return made;
}

// Executes shfl.sync.bfly.b32 d|p, a, b, c, mask.
void shuffle(StepContext& context) {
  const XrayStep& step = context.step;
  const std::int32_t d = context.reg(0), a = context.reg(1);
  std::array<std::uint64_t, lanes_of_warp> values{};
  std::array<RegisterCodes, lanes_of_warp> codes{};
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    values[lane] = context.values(a)[lane];
    if (((context.active >> lane) & 1) != 0) codes[lane] = context.read_codes(a, lane);
  }
  context.each_lane([&](int lane) {
    const auto b = static_cast<int>(context.values(context.reg(2))[lane] & 31);
    const std::uint64_t c = context.values(context.reg(3))[lane];
    const auto clamp = static_cast<int>(c & 31), segment = static_cast<int>((c >> 8) & 31);
    const int highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
    int from = lane;
    bool inside = true;
    if (step.has("up"))
      from = lane - b, inside = from >= highest;
    else if (step.has("down"))
      from = lane + b, inside = from <= highest;
    else if (step.has("bfly"))
      from = lane ^ b, inside = from <= highest;
    else
      from = lowest | (b & ~segment), inside = from <= highest;
    if (!inside) from = lane;
    if (((context.active >> from) & 1) == 0) codes[from] = missing_value(context, lane, from);
    context.values(d)[lane] = values[from];
    if (context.count(0) == 2) {
      context.values(context.reg(0, 1))[lane] = inside ? 1 : 0;
      context.write_codes(context.reg(0, 1), lane, {});
    }
    context.write_codes(d, lane, codes[from]);
  });
}

StepRun choose_shuffle(const XrayStep& step) {
  return step.arguments.size() == 5 && step.type() == "b32" ? shuffle : nullptr;
}

// Executes vote.sync.ballot.b32 d, p, mask.
void vote(StepContext& context) {
  const std::int32_t d = context.reg(0), p = context.reg(1);
  std::uint32_t set = 0;
  bool labelled = false;
  context.each_lane([&](int lane) {
    set |= ((context.values(p)[lane] & 1) != 0) != context.negated(1) ? 1U << lane : 0;
    labelled = labelled || context.is_labelled(p, lane);
  });
  std::uint64_t result = set;
  if (context.step.has("all")) result = set == context.active ? 1 : 0;
  if (context.step.has("any")) result = set != 0 ? 1 : 0;
  if (context.step.has("uni")) result = set == 0 || set == context.active ? 1 : 0;
  if (labelled) context.machine.branched_on_data = true;
  context.set_plain(d);
  context.each_lane([&](int lane) { context.values(d)[lane] = result; });
}

StepRun choose_vote(const XrayStep& step) { return step.arguments.size() == 3 ? vote : nullptr; }

void match_any(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  std::array<std::uint64_t, lanes_of_warp> found{};
  context.each_lane([&](int lane) {
    context.each_lane([&](int other) {
      found[lane] |= context.values(a)[lane] == context.values(a)[other] ? std::uint64_t{1} << other : 0;
    });
  });
  context.set_plain(d);
  context.each_lane([&](int lane) { context.values(d)[lane] = found[lane]; });
}

StepRun choose_match(const XrayStep& step) {
  return step.has("any") && step.arguments.size() == 3 ? match_any : nullptr;
}

// Executes redux.sync.add.s32 d, a, mask.
void reduce(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const XrayStep& step = context.step;
  const bool is_signed = step.type() == "s32";
  bool first = true;
  std::uint32_t all = 0;
  Label label = 0;
  context.each_lane([&](int lane) {
    const auto x = static_cast<std::uint32_t>(context.values(a)[lane]);
    const bool less = is_signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(all) : x < all;
    const Label one = context.label(a, lane, 0, ElementType::S32);
    if (step.has("add")) {
      all += x;
      label = context.labels().add(label, one, ElementType::S32);
    } else {
      if (first)
        all = x;
      else if (step.has("min"))
        all = less ? x : all;
      else if (step.has("max"))
        all = less ? all : x;
      else if (step.has("and"))
        all &= x;
      else if (step.has("or"))
        all |= x;
      else
        all ^= x;
      label = one == 0     ? label
              : label == 0 ? context.labels().function(one, ElementType::S32)
                           : context.labels().extreme(label, one, ElementType::S32);
    }
    first = false;
  });
  context.set_plain(d);
  context.each_lane([&](int lane) {
    context.values(d)[lane] = all;
    context.set_label(d, lane, 0, 4, label);
  });
}

StepRun choose_reduction(const XrayStep& step) {
  return step.arguments.size() == 3 && step.types.size() == 1 && step.type() != "f32" ? reduce : nullptr;
}

// Executes activemask: which lanes are together is the choice of the GPU, from sm_70 on.
void active_mask(StepContext& context) {
  const Label label = context.machine.target.number >= 70 ? label_of_chance(context.labels()) : 0;
  RegisterCodes codes{};
  for (int byte = 0; byte < context.bytes(context.reg(0)) && label != 0; ++byte) codes[byte] = code_of(label, byte);
  context.each_lane([&](int lane) {
    context.values(context.reg(0))[lane] = context.active;
    context.write_codes(context.reg(0), lane, codes);
  });
}

// Executes elect.sync d|p, mask.
void elect(StepContext& context) {
  const int leader = std::countr_zero(context.active);
  const bool has_both = context.count(0) == 2;
  const std::int32_t p = context.reg(0, has_both ? 1 : 0);
  if (has_both) context.set_plain(context.reg(0));
  context.set_plain(p);
  context.each_lane([&](int lane) {
    if (has_both) context.values(context.reg(0))[lane] = static_cast<std::uint64_t>(leader);
    context.values(p)[lane] = lane == leader ? 1 : 0;
  });
}

constexpr std::array warp_rows{
    OpcodeRow{"shfl", "sync up down bfly idx", choose_shuffle, true, 1},
    OpcodeRow{"vote", "sync all any uni ballot", choose_vote, true, 1},
    OpcodeRow{"match", "sync any all", choose_match, true, 1},
    OpcodeRow{"redux", "sync add min max and or xor", choose_reduction, true, 1},
    OpcodeRow{"activemask", "",
              [](const XrayStep& step) { return step.arguments.size() == 1 ? StepRun(active_mask) : nullptr; }},
    OpcodeRow{"elect", "sync",
              [](const XrayStep& step) { return step.arguments.size() == 2 ? StepRun(elect) : nullptr; }, true, 1},
};

}  // namespace

std::span<const OpcodeRow> warp_opcodes() { return warp_rows; }

}  // namespace tcviz::inline gpu_xray
