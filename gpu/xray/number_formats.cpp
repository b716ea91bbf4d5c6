#include "gpu/xray/number_formats.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace tcviz {
inline namespace gpu_xray {
namespace {

std::vector<float> all_halves() {
  std::vector<float> values(1 << 16);
  for (std::uint32_t bits = 0; bits < values.size(); ++bits)
    values[bits] = static_cast<float>(from_small(bits, 5, 10, false));
  return values;
}

}  // namespace

double from_small(std::uint32_t bits, int exponent, int mantissa, bool finite) {
  const std::uint32_t sign = bits >> (exponent + mantissa);
  const std::uint32_t top = (1U << exponent) - 1, power = (bits >> mantissa) & top,
                      fraction = bits & ((1U << mantissa) - 1);
  const int bias = (1 << (exponent - 1)) - 1;
  double value = 0;
  if (power == top && (!finite || fraction == (1U << mantissa) - 1))
    value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  else if (power == 0)
    value = std::ldexp(fraction, 1 - bias - mantissa);
  else
    value = std::ldexp(fraction + (1U << mantissa), static_cast<int>(power) - bias - mantissa);
  return (sign & 1) != 0 ? -value : value;
}

std::uint32_t to_small(double value, int exponent, int mantissa, bool finite, bool saturate) {
  const std::uint32_t sign = std::signbit(value) ? 1U << (exponent + mantissa) : 0;
  const std::uint32_t top = (1U << exponent) - 1, ones = (1U << mantissa) - 1;
  const std::uint32_t infinity = finite ? (top << mantissa) | ones : top << mantissa;
  const std::uint32_t largest = finite ? infinity - 1 : infinity - 1;
  if (std::isnan(value)) return finite ? infinity : (top << mantissa) | (1U << (mantissa - 1));
  const double size = std::fabs(value);
  if (std::isinf(size)) return sign | (saturate ? largest : infinity);
  if (size == 0) return sign;
  const int bias = (1 << (exponent - 1)) - 1;
  const int power = std::max(std::ilogb(size), 1 - bias);
  const double steps = std::nearbyint(std::ldexp(size, mantissa - power));
  const auto whole = static_cast<std::uint64_t>(steps);
  const std::uint64_t bits =
      whole < (1ULL << mantissa) ? whole : whole + (static_cast<std::uint64_t>(power + bias - 1) << mantissa);
  if (bits >= infinity) return sign | (saturate ? largest : infinity);
  return sign | static_cast<std::uint32_t>(bits);
}

float from_half(std::uint16_t bits) {
  static const std::vector<float> values = all_halves();
  return values[bits];
}

std::uint16_t to_half(double value) { return static_cast<std::uint16_t>(to_small(value, 5, 10, false, false)); }

float from_bfloat(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

std::uint16_t to_bfloat(double value) { return static_cast<std::uint16_t>(to_small(value, 8, 7, false, false)); }

std::uint64_t to_bits(ElementType format, double value) {
  switch (format) {
    case ElementType::F16:
      return to_half(value);
    case ElementType::BF16:
      return to_bfloat(value);
    case ElementType::TF32:
      return static_cast<std::uint64_t>(to_small(value, 8, 10, false, false)) << 13;
    case ElementType::F32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::F64:
      return std::bit_cast<std::uint64_t>(value);
    case ElementType::E4M3:
      return to_small(value, 4, 3, true, true);
    case ElementType::E5M2:
      return to_small(value, 5, 2, false, true);
    case ElementType::S8:
      return static_cast<std::uint8_t>(static_cast<std::int8_t>(std::clamp(value, -128.0, 127.0)));
    case ElementType::U8:
      return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
    case ElementType::S32:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::clamp(value, -2147483648.0, 2147483647.0)));
    default:
      return 0;
  }
}

double from_bits(ElementType format, std::uint64_t bits) {
  switch (format) {
    case ElementType::F16:
      return from_half(static_cast<std::uint16_t>(bits));
    case ElementType::BF16:
      return from_bfloat(static_cast<std::uint16_t>(bits));
    case ElementType::TF32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xFFFFE000U);
    case ElementType::F32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::F64:
      return std::bit_cast<double>(bits);
    case ElementType::E4M3:
      return from_small(static_cast<std::uint32_t>(bits & 0xFF), 4, 3, true);
    case ElementType::E5M2:
      return from_small(static_cast<std::uint32_t>(bits & 0xFF), 5, 2, false);
    case ElementType::S8:
      return static_cast<std::int8_t>(bits);
    case ElementType::U8:
      return static_cast<std::uint8_t>(bits);
    case ElementType::S32:
      return static_cast<std::int32_t>(bits);
    default:
      return 0;
  }
}

}  // namespace gpu_xray
}  // namespace tcviz
