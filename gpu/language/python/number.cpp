#include "gpu/language/python/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace tcviz::inline gpu_python {
namespace {

using Whole = std::int64_t;

bool floor_of(Whole a, Whole b, Whole& result) {
  if (a == std::numeric_limits<Whole>::min() && b == -1) return false;
  result = a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
  return true;
}

Whole remainder_of(Whole a, Whole b) {
  if (b == -1) return 0;
  const Whole rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Computes a << b of b >= 0. False: it is beyond 64 bits.
bool shift_left(Whole a, Whole b, Whole& result) {
  if (a == 0) return result = 0, true;
  return b < 63 && !__builtin_mul_overflow(a, Whole{1} << b, &result);
}

// Computes a to the power of b >= 0. False: it is beyond 64 bits.
bool power_of(Whole a, Whole b, Whole& result) {
  result = 1;
  if (a == 0 || a == 1) return result = b == 0 ? 1 : a, true;
  if (a == -1) return result = b % 2 == 0 ? 1 : -1, true;
  if (b > 63) return false;
  for (; b > 0; --b)
    if (__builtin_mul_overflow(result, a, &result)) return false;
  return true;
}

PythonStop beyond(PythonSign sign, Whole a, Whole b) {
  return python_unknown(
      fmt::format("{} {} {} is beyond 64 bits, which are not computed with here", a, spelled(sign), b));
}

// Says why a and b have no value for the sign, whatever their size.
bool is_refused(PythonSign sign, Whole b, PythonStop& stop) {
  const bool divides = sign == PythonSign::Floor || sign == PythonSign::Remainder;
  const bool shifts = sign == PythonSign::Left || sign == PythonSign::Right;
  if (divides && b == 0) stop = python_raises("division by zero", zero_division);
  if (shifts && b < 0) stop = python_raises(fmt::format("shift by {}", b), value_error);
  if (sign == PythonSign::Power && b < 0)
    stop = python_unknown(fmt::format("a power of {} is a fraction: compute with whole numbers", b));
  return stop.state != RunState::Done;
}

}  // namespace

PythonStop python_raises(std::string message, std::string_view blame) {
  return {RunState::Undefined, std::move(message), blame};
}
PythonStop python_unknown(std::string message) { return {RunState::Endless, std::move(message), {}}; }

void hold(PythonObject& list, const PythonValue& value) {
  if (!value.is_listed()) return;
  value.object->is_held = true;
  list.depth = std::max(list.depth, value.object->depth + 1);
}

PythonValue python_items(PythonType type, std::vector<PythonValue> items) {
  auto object = std::make_shared<PythonObject>();
  object->items = std::move(items);
  for (const PythonValue& each : object->items) hold(*object, each);
  return {type, 0, std::move(object)};
}

bool compute_python(PythonSign sign, Whole a, Whole b, Whole& result, PythonStop& stop) {
  if (is_refused(sign, b, stop)) return false;
  bool fits = true;
  switch (sign) {
    case PythonSign::Add:
      fits = !__builtin_add_overflow(a, b, &result);
      break;
    case PythonSign::Subtract:
      fits = !__builtin_sub_overflow(a, b, &result);
      break;
    case PythonSign::Multiply:
      fits = !__builtin_mul_overflow(a, b, &result);
      break;
    case PythonSign::Floor:
      fits = floor_of(a, b, result);
      break;
    case PythonSign::Remainder:
      result = remainder_of(a, b);
      break;
    case PythonSign::Power:
      fits = power_of(a, b, result);
      break;
    case PythonSign::Left:
      fits = shift_left(a, b, result);
      break;
    case PythonSign::Right:
      result = a >> (b < 63 ? b : 63);
      break;
    case PythonSign::And:
      result = a & b;
      break;
    case PythonSign::Xor:
      result = a ^ b;
      break;
    case PythonSign::Or:
      result = a | b;
      break;
    default:
      result = compare_python(sign, a, b) ? 1 : 0;
      break;
  }
  if (!fits) stop = beyond(sign, a, b);
  return fits;
}

bool compare_python(PythonSign sign, Whole a, Whole b) {
  switch (sign) {
    case PythonSign::Less:
      return a < b;
    case PythonSign::LessEqual:
      return a <= b;
    case PythonSign::Greater:
      return a > b;
    case PythonSign::GreaterEqual:
      return a >= b;
    case PythonSign::NotEqual:
      return a != b;
    default:
      return a == b;
  }
}

}  // namespace tcviz::inline gpu_python
