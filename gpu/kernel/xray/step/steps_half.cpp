// f16 and bf16, one or two in a register.
#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

enum class HalfOp : std::uint8_t { Add, Sub, Mul, Fma, Min, Max, Neg, Abs, Exp2, Tanh };

double half_result(HalfOp op, double a, double b, double c) {
  switch (op) {
    case HalfOp::Add:
      return a + b;
    case HalfOp::Sub:
      return a - b;
    case HalfOp::Mul:
      return a * b;
    case HalfOp::Fma:
      return a * b + c;
    case HalfOp::Min:
      return std::isnan(a) || b < a ? b : a;
    case HalfOp::Max:
      return std::isnan(a) || b > a ? b : a;
    case HalfOp::Neg:
      return -a;
    case HalfOp::Abs:
      return std::fabs(a);
    case HalfOp::Exp2:
      return std::exp2(a);
    case HalfOp::Tanh:
      return std::tanh(a);
  }
  return 0;
}

struct LabelledHalf {
  double value = 0;
  Label label = 0;
};

Label sum_of(LabelSpace& labels, const LabelledHalf& a, const LabelledHalf& b, ElementType format) {
  if ((a.label == 0 && std::isinf(a.value)) || (b.label == 0 && std::isinf(b.value))) return 0;
  return labels.add(a.label, b.label, format);
}

Label product_of_two(LabelSpace& labels, const LabelledHalf& a, const LabelledHalf& b, ElementType format) {
  if ((a.label == 0 && a.value == 0) || (b.label == 0 && b.value == 0)) return 0;
  return labels.multiply(a.label, b.label, format);
}

Label half_label(LabelSpace& labels, HalfOp op, const std::array<LabelledHalf, 3>& x, ElementType format) {
  switch (op) {
    case HalfOp::Add:
    case HalfOp::Sub:
      return sum_of(labels, x[0], x[1], format);
    case HalfOp::Mul:
      return product_of_two(labels, x[0], x[1], format);
    case HalfOp::Fma:
      return sum_of(labels, {x[0].value * x[1].value, product_of_two(labels, x[0], x[1], format)}, x[2], format);
    case HalfOp::Min:
    case HalfOp::Max: {
      const bool constant = x[0].label == 0 || x[1].label == 0;
      const double other = x[0].label == 0 ? x[0].value : x[1].value;
      return constant && std::isinf(other) ? x[0].label | x[1].label : labels.extreme(x[0].label, x[1].label, format);
    }
    case HalfOp::Neg:
      return x[0].label;
    default:
      return labels.function(x[0].label, format);
  }
}

template <HalfOp Op, ElementType Format, bool Two>
void run_half(StepContext& context) {
  const std::int32_t d = context.reg(0);
  const std::size_t count = context.step.arguments.size() - 1;
  const bool relu = context.step.has("relu");
  LabelSpace& labels = context.labels();
  context.each_lane([&](int lane) {
    std::uint64_t result = 0;
    std::array<Label, 2> made{};
    for (int half = 0; half < (Two ? 2 : 1); ++half) {
      std::array<LabelledHalf, 3> x{};
      for (std::size_t at = 0; at < count; ++at) {
        const std::int32_t reg = context.reg(at + 1);
        x[at] = {from_bits(Format, context.values(reg)[lane] >> (16 * half)),
                 context.label(reg, lane, 2 * half, Format)};
      }
      double value = half_result(Op, x[0].value, x[1].value, x[2].value);
      made[half] = half_label(labels, Op, x, Format);
      if (relu) value = value > 0 ? value : 0, made[half] = labels.function(made[half], Format);
      const std::uint64_t bits = encode(Format, value);
      context.machine.roundings.compute(value, from_bits(Format, bits));
      result |= bits << (16 * half);
    }
    context.values(d)[lane] = result;
    context.write_codes(d, lane, {});
    for (int half = 0; half < 2; ++half) context.set_label(d, lane, 2 * half, 2, made[half]);
  });
}

template <HalfOp Op, std::size_t Arguments>
StepRun choose_half(const XrayStep& step) {
  if (step.arguments.size() != Arguments || step.types.size() != 1) return nullptr;
  if (step.type() == "f16") return run_half<Op, ElementType::F16, false>;
  if (step.type() == "bf16") return run_half<Op, ElementType::BF16, false>;
  if (step.type() == "f16x2") return run_half<Op, ElementType::F16, true>;
  return step.type() == "bf16x2" ? run_half<Op, ElementType::BF16, true> : nullptr;
}

constexpr std::array half_rows{
    OpcodeRow{"add", "rn ftz", choose_half<HalfOp::Add, 3>},
    OpcodeRow{"sub", "rn ftz", choose_half<HalfOp::Sub, 3>},
    OpcodeRow{"mul", "rn ftz", choose_half<HalfOp::Mul, 3>},
    OpcodeRow{"fma", "rn ftz relu", choose_half<HalfOp::Fma, 4>},
    OpcodeRow{"min", "ftz NaN", choose_half<HalfOp::Min, 3>},
    OpcodeRow{"max", "ftz NaN", choose_half<HalfOp::Max, 3>},
    OpcodeRow{"neg", "ftz", choose_half<HalfOp::Neg, 2>},
    OpcodeRow{"abs", "ftz", choose_half<HalfOp::Abs, 2>},
    OpcodeRow{"ex2", "approx ftz", choose_half<HalfOp::Exp2, 2>},
    OpcodeRow{"tanh", "approx", choose_half<HalfOp::Tanh, 2>},
};

}  // namespace

std::span<const OpcodeRow> half_opcodes() { return half_rows; }

}  // namespace tcviz::inline gpu_xray
