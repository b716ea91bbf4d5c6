// Whole numbers: addresses mostly, which have no labels; sums and products of labelled ones follow the rules.
#include <array>
#include <limits>
#include <type_traits>

#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

struct Plus {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
};
struct Minus {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  }
};
struct TimesLow {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }
};
struct TimesHigh {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (sizeof(T) == 8) {
      __extension__ using Wide = __int128;
      __extension__ using UnsignedWide = unsigned __int128;
      if constexpr (std::is_signed_v<T>)
        return static_cast<T>((static_cast<Wide>(a) * b) >> 64);
      else
        return static_cast<T>((static_cast<UnsignedWide>(a) * b) >> 64);
    } else {
      using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
      return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
    }
  }
};
struct Quotient {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(0 - static_cast<std::uint64_t>(a));
    return static_cast<T>(a / b);
  }
};
struct Rest {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
struct Smaller {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? a : b;
  }
};
struct Larger {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Size {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(a < 0 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a));
  }
};
struct Opposite {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(0 - static_cast<std::uint64_t>(a));
  }
};

// Returns the function that runs an instruction of this integer type.
template <template <class> class Step>
StepRun by_integer(std::string_view type) {
  if (type == "s32") return Step<std::int32_t>::run;
  if (type == "u32" || type == "b32") return Step<std::uint32_t>::run;
  if (type == "s64") return Step<std::int64_t>::run;
  if (type == "u64" || type == "b64") return Step<std::uint64_t>::run;
  if (type == "s16") return Step<std::int16_t>::run;
  if (type == "u16" || type == "b16") return Step<std::uint16_t>::run;
  return nullptr;
}

template <class Op, LabelRule Rule>
struct TwoOf {
  template <class T>
  struct Step {
    static void run(StepContext& context) { run_two<T, Rule, Op>(context); }
  };
};
template <class Op>
struct OneOf {
  template <class T>
  struct Step {
    static void run(StepContext& context) { run_one_integer<T, Op>(context); }
  };
};

template <class Op, LabelRule Rule>
StepRun two(const XrayStep& step) {
  return step.arguments.size() == 3 && step.types.size() == 1 ? by_integer<TwoOf<Op, Rule>::template Step>(step.type())
                                                              : nullptr;
}
template <class Op>
StepRun one(const XrayStep& step) {
  return step.arguments.size() == 2 && step.types.size() == 1 ? by_integer<OneOf<Op>::template Step>(step.type())
                                                              : nullptr;
}

// Products of narrow numbers, which are wide.
template <class T, class Wide>
struct WideTimes {
  static Wide product(std::uint64_t a, std::uint64_t b) {
    return static_cast<Wide>(static_cast<Wide>(as_number<T>(a)) * static_cast<Wide>(as_number<T>(b)));
  }
  static void mul(StepContext& context) {
    const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
    label_function<format_of<Wide>()>(context, d, {a, b});
    std::uint64_t *const to = context.values(d), *const left = context.values(a), *const right = context.values(b);
    context.each_lane([&](int lane) { to[lane] = as_bits<Wide>(product(left[lane], right[lane])); });
  }
  static void mad(StepContext& context) {
    const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
    label_function<format_of<Wide>()>(context, d, {a, b, c});
    std::uint64_t *const to = context.values(d), *const left = context.values(a), *const right = context.values(b);
    const std::uint64_t* const more = context.values(c);
    context.each_lane([&](int lane) {
      to[lane] = as_bits<Wide>(Plus()(product(left[lane], right[lane]), as_number<Wide>(more[lane])));
    });
  }
};

StepRun wide(std::string_view type, bool adds) {
  if (type == "s32")
    return adds ? WideTimes<std::int32_t, std::int64_t>::mad : WideTimes<std::int32_t, std::int64_t>::mul;
  if (type == "u32")
    return adds ? WideTimes<std::uint32_t, std::uint64_t>::mad : WideTimes<std::uint32_t, std::uint64_t>::mul;
  if (type == "s16")
    return adds ? WideTimes<std::int16_t, std::int32_t>::mad : WideTimes<std::int16_t, std::int32_t>::mul;
  if (type == "u16")
    return adds ? WideTimes<std::uint16_t, std::uint32_t>::mad : WideTimes<std::uint16_t, std::uint32_t>::mul;
  return nullptr;
}

StepRun times(const XrayStep& step) {
  if (step.has("wide")) return step.arguments.size() == 3 ? wide(step.type(), false) : nullptr;
  if (step.has("hi")) return two<TimesHigh, LabelRule::Mingle>(step);
  return step.has("lo") ? two<TimesLow, LabelRule::Product>(step) : nullptr;
}

template <class Op>
struct ThenPlus {
  template <class T>
  struct Step {
    static void run(StepContext& context) {
      const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
      constexpr ElementType format = format_of<T>();
      LaneLabels made{};
      const std::uint32_t any = (context.labelled(a) | context.labelled(b) | context.labelled(c)) & context.active;
      for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Label product =
            label_of_two<T>(context.labels(), LabelRule::Product, context.label(a, lane, 0, format),
                            context.label(b, lane, 0, format), context.values(a)[lane], context.values(b)[lane]);
        made[lane] = context.labels().add(product, context.label(c, lane, 0, format), format);
      }
      std::uint64_t *const to = context.values(d), *const left = context.values(a), *const right = context.values(b);
      const std::uint64_t* const more = context.values(c);
      context.each_lane([&](int lane) {
        to[lane] =
            as_bits<T>(Plus()(Op()(as_number<T>(left[lane]), as_number<T>(right[lane])), as_number<T>(more[lane])));
      });
      context.set_labels(d, any, bytes_of(format), made);
    }
  };
};

StepRun times_plus(const XrayStep& step) {
  if (step.arguments.size() != 4 || step.types.size() != 1) return nullptr;
  if (step.has("wide")) return wide(step.type(), true);
  if (step.has("hi")) return by_integer<ThenPlus<TimesHigh>::template Step>(step.type());
  return step.has("lo") ? by_integer<ThenPlus<TimesLow>::template Step>(step.type()) : nullptr;
}

// Computes d = |a - b| + c.
template <class T>
struct Distance {
  static void run(StepContext& context) {
    const std::int32_t d = context.reg(0);
    label_function<format_of<T>()>(context, d, {context.reg(1), context.reg(2), context.reg(3)});
    context.each_lane([&](int lane) {
      const T a = as_number<T>(context.values(context.reg(1))[lane]),
              b = as_number<T>(context.values(context.reg(2))[lane]);
      const T apart = Minus()(Larger()(a, b), Smaller()(a, b));
      context.values(d)[lane] = as_bits<T>(Plus()(apart, as_number<T>(context.values(context.reg(3))[lane])));
    });
  }
};

// Multiplies four pairs of bytes, and adds the products to c.
template <bool SignedA, bool SignedB>
void dot_of_bytes(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
  const auto part = [](std::uint64_t bits, int byte, bool with_sign) -> std::int64_t {
    const auto raw = static_cast<std::uint8_t>(bits >> (8 * byte));
    return with_sign ? static_cast<std::int8_t>(raw) : raw;
  };
  LabelSpace& labels = context.labels();
  LaneLabels made{};
  constexpr ElementType left = SignedA ? ElementType::S8 : ElementType::U8,
                        right = SignedB ? ElementType::S8 : ElementType::U8;
  context.each_lane([&](int lane) {
    auto sum = static_cast<std::int64_t>(static_cast<std::int32_t>(context.values(c)[lane]));
    made[lane] = context.label(c, lane, 0, ElementType::S32);
    for (int byte = 0; byte < 4; ++byte) {
      const std::int64_t x = part(context.values(a)[lane], byte, SignedA),
                         y = part(context.values(b)[lane], byte, SignedB);
      sum += x * y;
      const Label product =
          label_of_two<std::int32_t>(labels, LabelRule::Product, context.factor_label(a, lane, byte, left),
                                     context.factor_label(b, lane, byte, right), as_bits(x), as_bits(y));
      made[lane] = labels.add(made[lane], product, ElementType::S32);
    }
    context.values(d)[lane] = as_bits(static_cast<std::int32_t>(sum));
  });
  context.set_labels(d, context.active, 4, made);
}

StepRun dot(const XrayStep& step) {
  if (step.arguments.size() != 4 || step.types.size() != 2) return nullptr;
  const bool a = step.type(0) == "s32", b = step.type(1) == "s32";
  if (a) return b ? dot_of_bytes<true, true> : dot_of_bytes<true, false>;
  return b ? dot_of_bytes<false, true> : dot_of_bytes<false, false>;
}

constexpr std::array integer_rows{
    OpcodeRow{"add", "", two<Plus, LabelRule::Sum>},
    OpcodeRow{"sub", "", two<Minus, LabelRule::Sum>},
    OpcodeRow{"mul", "lo hi wide", times},
    OpcodeRow{"mul24", "lo", two<TimesLow, LabelRule::Mingle>},
    OpcodeRow{"mad", "lo hi wide", times_plus},
    OpcodeRow{"div", "", two<Quotient, LabelRule::Mingle>},
    OpcodeRow{"rem", "", two<Rest, LabelRule::Mingle>},
    OpcodeRow{"min", "", two<Smaller, LabelRule::Extreme>},
    OpcodeRow{"max", "", two<Larger, LabelRule::Extreme>},
    OpcodeRow{"abs", "", one<Size>},
    OpcodeRow{"neg", "", one<Opposite>},
    OpcodeRow{
        "sad", "",
        [](const XrayStep& step) { return step.arguments.size() == 4 ? by_integer<Distance>(step.type()) : nullptr; }},
    OpcodeRow{"dp4a", "", dot},
};

}  // namespace

std::span<const OpcodeRow> integer_opcodes() { return integer_rows; }

}  // namespace tcviz::inline gpu_xray
