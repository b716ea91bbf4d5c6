// Helpers that several files of steps use: registers as C++ numbers, and the labels of results of one, two and three
// operands.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/step/opcodes.hpp"

namespace tcviz::inline gpu_xray {

// Returns the number whose bits a register holds; as_bits() is the inverse.
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

// The rule that gives the label of a result of two operands (see LabelSpace). Mingle: any function of both.
enum class LabelRule : std::uint8_t { Sum, Product, Extreme, Mingle };

// True if the bits are an infinity: added as a constant, it makes a sum independent of the other operand; max or min
// with it keeps the other operand's label.
template <class T>
bool is_infinite(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isinf(as_number<T>(bits));
  else
    return false;
}

// Returns the label of the result of two operands by a rule.
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

// Returns the label of the result of two operands of one lane, from their labels and bits. Constants have label 0.
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

// True if the sum of `a` and `b` is x - x: nothing but a rounding error is left. (The difference between a number and
// its upper digits is larger.)
template <class T>
bool cancels(Label a, Label b, T left, T sum) {
  if constexpr (std::is_floating_point_v<T>)
    return a != 0 && a == b && std::fabs(sum) <= std::fabs(left) * 4 * std::numeric_limits<T>::epsilon();
  else
    return false;
}

// Sets the labels of d = a op b, for whole registers. Must run before the values of d are written, as d may be a or b.
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

// Gives d the label of a function of all registers in `of`.
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

// Executes an operation on one integer. The result is a function of the operand's elements.
template <class T, class Op>
void run_one_integer(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  label_function<format_of<T>()>(context, d, {a});
  std::uint64_t *const to = context.values(d), *const from = context.values(a);
  context.each_lane([&](int lane) { to[lane] = as_bits<T>(Op()(as_number<T>(from[lane]))); });
}

}  // namespace tcviz::inline gpu_xray
