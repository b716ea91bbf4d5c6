#include "gpu/kernel/xray/verdict/closeness.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The loss of numbers of a type inside of a computation: that of the instructions that multiply such inputs, and of f16
// sums. The others, whole numbers among them, are multiplied without loss and scaled in f32.
struct InnerError {
  ElementType type;
  double error;
};
constexpr std::array<InnerError, 6> inner_errors{{
    {ElementType::F64, 1e-9},
    {ElementType::TF32, 4e-3},
    {ElementType::F16, 4e-3},
    {ElementType::BF16, 2e-2},
    {ElementType::E4M3, 4e-3},
    {ElementType::E5M2, 4e-3},
}};

NumberMatch compare_whole(ElementType type, double found, double expected) {
  constexpr double most = 9007199254740992.0;  // 2^53: above it not every whole number is a double
  if (std::fabs(expected) >= most || expected != std::nearbyint(expected)) return NumberMatch::Impossible;
  const double range = std::ldexp(1, element_bits(type));
  return std::fmod(found - expected, range) == 0 ? NumberMatch::Same : NumberMatch::Different;
}

}  // namespace

double inner_error(ElementType input, bool is_rounded_between) {
  constexpr double unrounded = 2e-3;  // sums in f32, and functions that kernels approximate
  const auto* const found = std::ranges::find(inner_errors, input, &InnerError::type);
  const double inner = found == inner_errors.end() ? 5e-4 : found->error;
  return is_rounded_between ? inner : std::min(inner, unrounded);
}

NumberMatch Closeness::compare(double found, double expected) const {
  if (!std::isfinite(expected)) return NumberMatch::Impossible;
  if (is_whole(type)) return compare_whole(type, found, expected);
  constexpr double fits_all = 400;  // the largest number of e4m3 is 448
  if (std::fabs(expected) > fits_all) expected = from_bits(type, encode(type, expected));
  if (!std::isfinite(expected)) return NumberMatch::Impossible;
  return std::fabs(found - expected) <= allowed + ulp(type, expected) ? NumberMatch::Same : NumberMatch::Different;
}

}  // namespace tcviz::inline gpu_xray
