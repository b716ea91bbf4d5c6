// f32 and f64.
#include <algorithm>
#include <array>

#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

struct FloatPlus {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct FloatMinus {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct FloatTimes {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct FloatQuotient {
  template <class T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct FloatSmaller {
  template <class T>
  T operator()(T a, T b) const {
    return std::isnan(a) || b < a ? b : a;
  }
};
struct FloatLarger {
  template <class T>
  T operator()(T a, T b) const {
    return std::isnan(a) || b > a ? b : a;
  }
};

template <LabelRule Rule, class Op>
StepRun two_floats(const XrayStep& step) {
  if (step.arguments.size() != 3 || step.types.size() != 1 || step.has("sat")) return nullptr;
  if (step.type() == "f32") return run_two<float, Rule, Op>;
  return step.type() == "f64" ? run_two<double, Rule, Op> : nullptr;
}

// Divides: a / b is a times a function of b.
template <class T>
void quotient(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
  constexpr ElementType format = format_of<T>();
  LaneLabels made{};
  LabelSpace& labels = context.labels();
  context.each_lane([&](int lane) {
    made[lane] =
        label_of_two<T>(labels, LabelRule::Product, context.label(a, lane, 0, format),
                        labels.function(context.label(b, lane, 0, format), format), context.values(a)[lane], 1);
    const T value = as_number<T>(context.values(a)[lane]) / as_number<T>(context.values(b)[lane]);
    context.values(d)[lane] = as_bits<T>(value);
  });
  context.set_labels(d, context.active, bytes_of(format), made);
}

StepRun divide(const XrayStep& step) {
  if (step.arguments.size() != 3) return nullptr;
  return step.type() == "f32" ? quotient<float> : step.type() == "f64" ? quotient<double> : nullptr;
}

template <class T>
void multiply_add(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
  constexpr ElementType format = format_of<T>();
  const std::uint64_t *const left = context.values(a), *const right = context.values(b),
                             *const more = context.values(c);
  LaneLabels made{};
  const std::uint32_t any = (context.labelled(a) | context.labelled(b) | context.labelled(c)) & context.active;
  for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Label x = context.label(a, lane, 0, format), y = context.label(b, lane, 0, format);
    const Label product = label_of_two<T>(context.labels(), LabelRule::Product, x, y, left[lane], right[lane]);
    const T value = as_number<T>(left[lane]) * as_number<T>(right[lane]), added = as_number<T>(more[lane]);
    const Label z = context.label(c, lane, 0, format);
    made[lane] = cancels<T>(product, z, added, value + added)
                     ? context.labels().function(z, format)
                     : label_of_two<T>(context.labels(), LabelRule::Sum, product, z, as_bits<T>(value), more[lane]);
  }
  std::uint64_t* const to = context.values(d);
  context.each_lane([&](int lane) {
    to[lane] = as_bits<T>(std::fma(as_number<T>(left[lane]), as_number<T>(right[lane]), as_number<T>(more[lane])));
  });
  context.set_labels(d, any, bytes_of(format), made);
}

StepRun fused(const XrayStep& step) {
  if (step.arguments.size() != 4 || step.types.size() != 1 || step.has("sat")) return nullptr;
  return step.type() == "f32" ? multiply_add<float> : step.type() == "f64" ? multiply_add<double> : nullptr;
}

// Runs a function of one number. A result of exactly zero, as of exp(-infinity), has no label if the number had none.
template <class T, class Op, bool Linear>
void run_function(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  constexpr ElementType format = format_of<T>();
  const std::uint32_t any = context.labelled(a) & context.active;
  LaneLabels made{};
  for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Label label = context.label(a, lane, 0, format);
    made[lane] = Linear ? context.labels().convert(label, format) : context.labels().function(label, format);
  }
  std::uint64_t *const to = context.values(d), *const from = context.values(a);
  context.each_lane([&](int lane) { to[lane] = as_bits<T>(static_cast<T>(Op()(as_number<T>(from[lane])))); });
  context.set_labels(d, any, bytes_of(format), made);
}

struct FloatSize {
  template <class T>
  T operator()(T a) const {
    return std::fabs(a);
  }
};
struct FloatOpposite {
  template <class T>
  T operator()(T a) const {
    return -a;
  }
};
struct Reciprocal {
  template <class T>
  T operator()(T a) const {
    return T{1} / a;
  }
};
struct Root {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct InverseRoot {
  template <class T>
  T operator()(T a) const {
    return T{1} / std::sqrt(a);
  }
};
struct PowerOfTwo {
  template <class T>
  T operator()(T a) const {
    return std::exp2(a);
  }
};
struct LogarithmOfTwo {
  template <class T>
  T operator()(T a) const {
    return std::log2(a);
  }
};
struct HyperbolicTangent {
  template <class T>
  T operator()(T a) const {
    return std::tanh(a);
  }
};
struct Sine {
  template <class T>
  T operator()(T a) const {
    return std::sin(a);
  }
};
struct Cosine {
  template <class T>
  T operator()(T a) const {
    return std::cos(a);
  }
};

// The sign of a with the size of b.
template <class T>
struct SignOf {
  T operator()(T a, T b) const { return std::copysign(b, a); }
};

StepRun copy_sign(const XrayStep& step) {
  if (step.arguments.size() != 3) return nullptr;
  if (step.type() == "f32") return run_two<float, LabelRule::Extreme, SignOf<float>>;
  return step.type() == "f64" ? run_two<double, LabelRule::Extreme, SignOf<double>> : nullptr;
}

template <class Op, bool Linear = false>
StepRun one_float(const XrayStep& step) {
  if (step.arguments.size() != 2 || step.types.size() != 1) return nullptr;
  if (step.type() == "f32") return run_function<float, Op, Linear>;
  return step.type() == "f64" ? run_function<double, Op, Linear> : nullptr;
}

// max(a, b, c) of sm_100 is not in this version.
constexpr std::string_view rounding = "rn rz rm rp ftz sat", approximations = "approx full rn rz rm rp ftz";
constexpr std::array float_rows{
    OpcodeRow{"add", rounding, two_floats<LabelRule::Sum, FloatPlus>},
    OpcodeRow{"sub", rounding, two_floats<LabelRule::Sum, FloatMinus>},
    OpcodeRow{"mul", rounding, two_floats<LabelRule::Product, FloatTimes>},
    OpcodeRow{"min", "ftz", two_floats<LabelRule::Extreme, FloatSmaller>},
    OpcodeRow{"max", "ftz", two_floats<LabelRule::Extreme, FloatLarger>},
    OpcodeRow{"div", approximations, divide},
    OpcodeRow{"fma", rounding, fused},
    OpcodeRow{"mad", rounding, fused},
    OpcodeRow{"abs", "ftz", one_float<FloatSize>},
    OpcodeRow{"neg", "ftz", one_float<FloatOpposite, true>},
    OpcodeRow{"copysign", "", copy_sign},
    OpcodeRow{"rcp", approximations, one_float<Reciprocal>},
    OpcodeRow{"sqrt", approximations, one_float<Root>},
    OpcodeRow{"rsqrt", approximations, one_float<InverseRoot>},
    OpcodeRow{"ex2", "approx ftz", one_float<PowerOfTwo>},
    OpcodeRow{"lg2", "approx ftz", one_float<LogarithmOfTwo>},
    OpcodeRow{"tanh", "approx", one_float<HyperbolicTangent>},
    OpcodeRow{"sin", "approx ftz", one_float<Sine>},
    OpcodeRow{"cos", "approx ftz", one_float<Cosine>},
};

}  // namespace

std::span<const OpcodeRow> float_opcodes() { return float_rows; }

}  // namespace tcviz::inline gpu_xray
