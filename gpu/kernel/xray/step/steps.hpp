// Parts that the files of steps share: numbers of registers as C++ numbers, and the label rules of one, two and three
// values.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/step/opcodes.hpp"

namespace tcviz::inline gpu_xray {

template <class T>
T as_number(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

template <class T>
std::uint64_t as_bits(T number) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(number);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(number);
  else
    return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(number));
}

template <class T>
constexpr ElementType format_of() {
  if (std::is_same_v<T, float>) return ElementType::F32;
  if (sizeof(T) == 8) return ElementType::F64;
  return sizeof(T) == 4 ? ElementType::S32 : ElementType::B16;
}

enum class LabelRule : std::uint8_t { Sum, Product, Extreme, Mingle };

// True if the bits are an infinite number: a constant that takes the other operand out of a sum, or out of max or min.
template <class T>
bool is_infinite(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isinf(as_number<T>(bits));
  else
    return false;
}

inline Label combined(LabelSpace& labels, LabelRule rule, Label a, Label b, ElementType format) {
  switch (rule) {
    case LabelRule::Sum:
      return labels.add(a, b, format);
    case LabelRule::Product:
      return labels.multiply(a, b, format);
    case LabelRule::Extreme:
      return labels.extreme(a, b, format);
    case LabelRule::Mingle:
      return labels.mingle(a, b, format);
  }
  return 0;
}

// Returns the label of a result of two values of one lane. The bits are those of the operands.
template <class T>
Label label_of_two(LabelSpace& labels, LabelRule rule, Label a, Label b, std::uint64_t a_bits, std::uint64_t b_bits) {
  constexpr ElementType format = format_of<T>();
  if (a == 0 && b == 0) return 0;
  if (a == 0 || b == 0) {
    const std::uint64_t constant = a == 0 ? a_bits : b_bits;
    if (rule == LabelRule::Product && as_number<T>(constant) == T{0}) return 0;
    if (rule == LabelRule::Sum && is_infinite<T>(constant)) return 0;
    if (rule == LabelRule::Extreme && is_infinite<T>(constant)) return labels.convert(a | b, format);
  }
  return combined(labels, rule, a, b, format);
}

// True if x - x leaves nothing but a rounding. The remainder of a number without its upper digits is larger.
template <class T>
bool cancels(Label a, Label b, T left, T sum) {
  if constexpr (std::is_floating_point_v<T>)
    return a != 0 && a == b && std::fabs(sum) <= std::fabs(left) * 4 * std::numeric_limits<T>::epsilon();
  else
    return false;
}

// Labels d = a op b, for whole registers. Runs before the values of d are written, as d may be a or b.
template <class T, LabelRule Rule, class Op>
void label_two(const StepContext& context, std::int32_t d, std::int32_t a, std::int32_t b) {
  const std::uint32_t any = (context.labelled(a) | context.labelled(b)) & context.active;
  if (any == 0) {
    context.set_plain(d);
    return;
  }
  constexpr ElementType format = format_of<T>();
  LaneLabels made{};
  for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Label x = context.label(a, lane, 0, format), y = context.label(b, lane, 0, format);
    const std::uint64_t left = context.values(a)[lane], right = context.values(b)[lane];
    const bool is_nothing =
        Rule == LabelRule::Sum && cancels<T>(x, y, as_number<T>(left), Op()(as_number<T>(left), as_number<T>(right)));
    made[lane] =
        is_nothing ? context.labels().function(x, format) : label_of_two<T>(context.labels(), Rule, x, y, left, right);
  }
  context.set_labels(d, any, bytes_of(format), made);
}

// Labels d as a function of all of these registers, whatever they hold.
template <ElementType Format>
void label_function(const StepContext& context, std::int32_t d, std::initializer_list<std::int32_t> of) {
  LaneLabels made{};
  std::uint32_t any = 0;
  for (const std::int32_t reg : of)
    for (std::uint32_t rest = context.labelled(reg) & context.active; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const Label label = context.label(reg, lane, 0, Format);
      if (label == 0) continue;
      any |= 1U << lane;
      made[lane] = made[lane] == 0 ? context.labels().function(label, Format)
                                   : context.labels().mingle(made[lane], label, Format);
    }
  context.set_labels(d, any, bytes_of(Format), made);
}

template <class T, LabelRule Rule, class Op>
void run_two(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
  label_two<T, Rule, Op>(context, d, a, b);
  std::uint64_t *const to = context.values(d), *const left = context.values(a), *const right = context.values(b);
  context.each_lane(
      [&](int lane) { to[lane] = as_bits<T>(Op()(as_number<T>(left[lane]), as_number<T>(right[lane]))); });
}

// Runs an operation on one integer with any label: addresses have none, and an operation that takes a number apart
// gives a function of it.
template <class T, class Op>
void run_one_integer(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  label_function<format_of<T>()>(context, d, {a});
  std::uint64_t *const to = context.values(d), *const from = context.values(a);
  context.each_lane([&](int lane) { to[lane] = as_bits<T>(Op()(as_number<T>(from[lane]))); });
}

}  // namespace tcviz::inline gpu_xray
