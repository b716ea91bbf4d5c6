#include "gpu/kernel/xray/verdict/closeness.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Of a type: what its numbers may lose inside of a computation, its mantissa's bits, and its least exponent. The first
// is that of the instructions that multiply such inputs, and of f16 sums; whole numbers are multiplied without loss and
// scaled in f32.
struct TypePrecision {
  ElementType type;
  double inner;
  int mantissa, least;
};
constexpr std::array<TypePrecision, 10> precisions{{
    {ElementType::F64, 1e-9, 52, -1022},
    {ElementType::F32, 5e-4, 23, -126},
    {ElementType::TF32, 4e-3, 10, -126},
    {ElementType::F16, 4e-3, 10, -14},
    {ElementType::BF16, 2e-2, 7, -126},
    {ElementType::E4M3, 4e-3, 3, -6},
    {ElementType::E5M2, 4e-3, 2, -14},
    {ElementType::S8, 5e-4, 0, 0},
    {ElementType::U8, 5e-4, 0, 0},
    {ElementType::S32, 5e-4, 0, 0},
}};

const TypePrecision& precision_of(ElementType type) {
  const auto* const found = std::ranges::find(precisions, type, &TypePrecision::type);
  return found == precisions.end() ? precisions[1] : *found;
}

bool has_whole_numbers(ElementType type) {
  return type == ElementType::S8 || type == ElementType::U8 || type == ElementType::S32;
}

NumberMatch compare_whole(ElementType type, double found, double expected) {
  constexpr double most = 9007199254740992.0;  // 2^53: from there on not every whole number is a double
  if (std::fabs(expected) >= most || expected != std::nearbyint(expected)) return NumberMatch::Impossible;
  const double range = std::ldexp(1, element_bits(type));
  return std::fmod(found - expected, range) == 0 ? NumberMatch::Same : NumberMatch::Different;
}

}  // namespace

double inner_error(ElementType input, bool is_rounded_between) {
  constexpr double unrounded = 2e-3;  // sums in f32, and functions that kernels approximate
  const double inner = precision_of(input).inner;
  return is_rounded_between ? inner : std::min(inner, unrounded);
}

NumberMatch Closeness::compare(double found, double expected) const {
  if (!std::isfinite(expected)) return NumberMatch::Impossible;
  if (has_whole_numbers(type)) return compare_whole(type, found, expected);
  constexpr double fits_all = 400;  // the largest number of e4m3 is 448
  if (std::fabs(expected) > fits_all) expected = from_bits(type, to_bits(type, expected));
  if (!std::isfinite(expected)) return NumberMatch::Impossible;
  const TypePrecision& precision = precision_of(type);
  const int power = expected == 0 ? precision.least : std::max(std::ilogb(expected), precision.least);
  const double two_halves = std::ldexp(1, power - precision.mantissa);
  return std::fabs(found - expected) <= allowed + two_halves ? NumberMatch::Same : NumberMatch::Different;
}

}  // namespace tcviz::inline gpu_xray
