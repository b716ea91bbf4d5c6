// Comparisons and choices, branches, barriers, calls that are skipped, hints.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/bulk_copy.hpp"
#include "gpu/kernel/xray/machine/flags.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::array<std::string_view, 18> comparisons = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                                          "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

std::size_t comparison_of(const XrayStep& step) {
  const auto* const found = std::ranges::find_first_of(comparisons, step.modifiers);
  return static_cast<std::size_t>(found - comparisons.begin());
}

template <class T>
bool compares(std::size_t comparison, T a, T b) {
  bool unordered = false;
  if constexpr (std::is_floating_point_v<T>) unordered = std::isnan(a) || std::isnan(b);
  switch (comparison) {
    case 0:
      return a == b;
    case 1:
      return !unordered && a != b;
    case 2:
    case 6:
      return a < b;
    case 3:
    case 7:
      return a <= b;
    case 4:
    case 8:
      return a > b;
    case 5:
    case 9:
      return a >= b;
    case 10:
      return unordered || a == b;
    case 11:
      return unordered || a != b;
    case 12:
      return unordered || a < b;
    case 13:
      return unordered || a <= b;
    case 14:
      return unordered || a > b;
    case 15:
      return unordered || a >= b;
    case 16:
      return !unordered;
    default:
      return unordered;
  }
}

// Executes setp.lt.and.f32 p|q, a, b, c.
template <class T, ElementType Format>
void set_predicate(StepContext& context) {
  const std::size_t comparison = comparison_of(context.step);
  const std::int32_t a = context.reg(1), b = context.reg(2);
  const bool has_third = context.step.arguments.size() == 4;
  const auto number = [](std::uint64_t bits) {
    if constexpr (Format == ElementType::F16 || Format == ElementType::BF16)
      return static_cast<float>(from_bits(Format, bits));
    else
      return as_number<T>(bits);
  };
  LaneLabels made{};
  context.each_lane([&](int lane) {
    const Label left = context.label(a, lane, 0, Format), right = context.label(b, lane, 0, Format);
    if (left != 0 || right != 0)
      made[lane] = context.labels().function(left == 0    ? right
                                             : right == 0 ? left
                                                          : context.labels().extreme(left, right, Format),
                                             ElementType::B16);
    const bool holds = compares(comparison, number(context.values(a)[lane]), number(context.values(b)[lane]));
    bool first = holds, second = !holds;
    if (has_third) {
      const bool third = ((context.values(context.reg(3))[lane] & 1) != 0) != context.negated(3);
      if (context.step.has("and")) first = first && third, second = second && third;
      if (context.step.has("or")) first = first || third, second = second || third;
      if (context.step.has("xor")) first = first != third, second = second != third;
    }
    context.values(context.reg(0))[lane] = first ? 1 : 0;
    if (context.count(0) == 2) context.values(context.reg(0, 1))[lane] = second ? 1 : 0;
  });
  for (std::size_t at = 0; at < context.count(0); ++at) context.set_labels(context.reg(0, at), context.active, 2, made);
}

StepRun choose_comparison(const XrayStep& step) {
  if (comparison_of(step) == comparisons.size() || step.arguments.size() < 3) return nullptr;
  const std::string_view type = step.type();
  if (type == "s32") return set_predicate<std::int32_t, ElementType::S32>;
  if (type == "u32" || type == "b32") return set_predicate<std::uint32_t, ElementType::S32>;
  if (type == "s64") return set_predicate<std::int64_t, ElementType::F64>;
  if (type == "u64" || type == "b64") return set_predicate<std::uint64_t, ElementType::F64>;
  if (type == "s16") return set_predicate<std::int16_t, ElementType::B16>;
  if (type == "u16" || type == "b16") return set_predicate<std::uint16_t, ElementType::B16>;
  if (type == "f32") return set_predicate<float, ElementType::F32>;
  if (type == "f64") return set_predicate<double, ElementType::F64>;
  if (type == "f16") return set_predicate<float, ElementType::F16>;
  return type == "bf16" ? set_predicate<float, ElementType::BF16> : nullptr;
}

// Executes selp: a constant that the data chose is a function of the data.
void select(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), p = context.reg(3);
  const int bytes = context.bytes(d);
  LabelSpace& labels = context.labels();
  context.each_lane([&](int lane) {
    const bool first = ((context.values(p)[lane] & 1) != 0) != context.negated(3);
    const std::int32_t chosen = first ? a : b;
    const Label of_choice = context.any_label(p, lane);
    RegisterCodes codes = context.read_codes(chosen, lane);
    if (of_choice != 0 && !context.is_labelled(chosen, lane)) {
      const Label other = context.any_label(first ? b : a, lane);
      const ElementType format = other != 0   ? labels.shape(other).format
                                 : bytes == 4 ? ElementType::F32
                                              : ElementType::F64;
      const Label function = labels.function(of_choice, format);
      for (int byte = 0; byte < std::min(bytes, bytes_of(format)); ++byte) codes[byte] = code_of(function, byte);
    }
    context.values(d)[lane] = low_bits(context.values(chosen)[lane], 8 * bytes);
    context.write_codes(d, lane, codes);
  });
}

void spread(WarpState& warp) {
  if (!warp.uniform) return;
  warp.counters.fill(warp.common);
  warp.uniform = false;
}

void branch(StepContext& context) {
  WarpState& warp = context.warp;
  context.jumped = true;
  if (warp.uniform && context.active == warp.live) {
    warp.common = context.step.line->target;
    return;
  }
  spread(warp);
  context.each_lane([&](int lane) { warp.counters[lane] = context.step.line->target; });
}

void leave(StepContext& context) {
  WarpState& warp = context.warp;
  check_bulk_groups(context);
  context.jumped = true;
  warp.live &= ~context.active;
  if (warp.uniform) ++warp.common;
}

void nothing(StepContext&) {}

void trap(StepContext& context) {
  context.machine.report(FindingKind::Bounds, FindingWeight::Wrong, "the kernel stops itself by trap",
                         std::countr_zero(context.active));
  context.machine.stop("the kernel stopped itself by trap");
}

// Skips printf and assert; reports an assertion that fails.
void call(StepContext& context) {
  std::string_view function;
  for (const StepArgument& argument : context.step.arguments)
    if (argument.form == PtxForm::Symbol && function.empty()) function = argument.name;
  if (function == "__assertfail") {
    context.machine.report(FindingKind::Bounds, FindingWeight::Wrong, "an assertion of the kernel fails",
                           std::countr_zero(context.active));
    context.machine.stop("an assertion of the kernel failed");
  } else if (function != "vprintf") {
    context.machine.refuse(fmt::format("calls of {} are not in this version", function));
  }
}

// Executes bar.sync a{, b}; bar.arrive a, b.
void barrier(StepContext& context) {
  const int lane = std::countr_zero(context.active);
  const auto value = [&](std::size_t at) {
    return at < context.step.arguments.size() ? static_cast<int>(context.values(context.reg(at))[lane]) : 0;
  };
  const int number = value(0), threads = value(1);
  const std::uint64_t* const numbers = context.values(context.reg(0));
  context.each_lane([&](int other) {
    if (numbers[other] == numbers[lane]) return;
    context.machine.warn("lanes of one warp name different barriers in one instruction", FindingKind::Divergence,
                         fmt::format("lane {} of warp {} names barrier {}, and lane {} names barrier {}", lane,
                                     context.warp.number, numbers[lane], other, numbers[other]),
                         other);
  });
  if (number < 0 || number > 15 || threads < 0 || threads % lanes_of_warp != 0) {
    context.machine.report(
        FindingKind::Deadlock, FindingWeight::Wrong,
        fmt::format("barrier {} of {} threads: barriers are 0 to 15, of whole warps", number, threads), lane);
    context.machine.stop("a barrier that does not exist");
    return;
  }
  context.machine.arrive(number, threads, !context.step.has("arrive"));
}

// Chooses the function for bar.warp.sync: the lanes of the mask are together already.
StepRun choose_warp_barrier(const XrayStep& step) {
  return step.has("warp") && step.arguments.size() == 1 ? nothing : nullptr;
}

StepRun choose_barrier(const XrayStep& step) {
  if (step.has("red") || step.arguments.size() > 2 || step.arguments.empty())
    return step.arguments.empty() ? nothing : nullptr;
  return step.has("sync") || step.has("arrive") ? barrier : nullptr;
}

StepRun always(const XrayStep& step, StepRun run, std::size_t arguments) {
  return step.arguments.size() == arguments ? run : nullptr;
}

void fence_barriers(StepContext& context) {
  context.machine.async.fence_barriers();
  context.warp.fences_before_arrival = true;
}
void fence_async_of_global(StepContext& context) { context.machine.proxy_fence = context.machine.steps; }
void fence_async_of_shared(StepContext& context) {
  context.machine.stores.fence();
  fence_barriers(context);
}
void fence_async(StepContext& context) {
  fence_async_of_global(context);
  fence_async_of_shared(context);
}
void fence_for_others(StepContext& context) {
  note_fence(context, false);
  fence_barriers(context);
}

void fence_for_block(StepContext& context) {
  note_fence(context, true);
  context.warp.fences_before_arrival = true;
  if (context.step.has("cluster")) fence_barriers(context);
}

StepRun choose_fence(const XrayStep& step) {
  constexpr std::array<std::string_view, 3> scopes = {"gl", "gpu", "sys"};
  if (!step.has("proxy") && std::ranges::find_first_of(step.modifiers, scopes) != step.modifiers.end())
    return fence_for_others;
  if (step.has("mbarrier_init")) return fence_barriers;
  if (!step.has("proxy")) return fence_for_block;
  const bool is_async =
      std::ranges::any_of(step.modifiers, [](std::string_view word) { return word.starts_with("async"); });
  if (!is_async) return nothing;
  const auto is_of_shared = [](std::string_view word) { return word.find("shared::c") != std::string_view::npos; };
  if (step.has("global")) return fence_async_of_global;
  return std::ranges::any_of(step.modifiers, is_of_shared) ? fence_async_of_shared : fence_async;
}

constexpr std::string_view fences =
    "sync sc acq_rel acquire release cta cluster gpu sys gl async proxy async.shared::cta shared::cta shared::cluster "
    "global alias "
    "mbarrier_init async::generic tensormap::generic sync_restrict::shared::cta";
constexpr std::array control_rows{
    OpcodeRow{"setp", "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz",
              choose_comparison},
    OpcodeRow{"selp", "", [](const XrayStep& step) { return always(step, select, 4); }},
    OpcodeRow{"bra", "uni", [](const XrayStep& step) { return always(step, branch, 1); }},
    OpcodeRow{"ret", "uni", [](const XrayStep& step) { return always(step, leave, 0); }},
    OpcodeRow{"exit", "", [](const XrayStep& step) { return always(step, leave, 0); }},
    OpcodeRow{"trap", "", [](const XrayStep&) { return StepRun(trap); }},
    OpcodeRow{"brkpt", "", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"call", "uni", [](const XrayStep&) { return StepRun(call); }},
    OpcodeRow{"bar", "warp sync", choose_warp_barrier, true, 1},
    OpcodeRow{"bar", "sync arrive red cta aligned", choose_barrier, true},
    OpcodeRow{"barrier", "sync arrive aligned red cta", choose_barrier, true},
    OpcodeRow{"membar", fences, choose_fence},
    OpcodeRow{"fence", fences, choose_fence},
    OpcodeRow{"setmaxnreg", "inc dec sync aligned", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"griddepcontrol", "wait launch_dependents", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"nanosleep", "", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"prefetch", "global L1 L2 tensormap param const", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"prefetchu", "L1", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{
        "createpolicy", "fractional range L2::evict_last L2::evict_first L2::evict_normal L2::evict_unchanged cvt L2",
        [](const XrayStep& step) {
          return step.arguments.empty() ? StepRun(nullptr)
                                        : StepRun([](StepContext& context) { context.set_plain(context.reg(0)); });
        }},
    OpcodeRow{"applypriority", "global L2::evict_normal", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"discard", "global L2", [](const XrayStep&) { return StepRun(nothing); }},
    OpcodeRow{"pmevent", "mask", [](const XrayStep&) { return StepRun(nothing); }},
};

}  // namespace

std::span<const OpcodeRow> control_opcodes() { return control_rows; }

}  // namespace tcviz::inline gpu_xray
