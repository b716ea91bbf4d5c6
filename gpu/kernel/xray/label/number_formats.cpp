#include "gpu/kernel/xray/label/number_formats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Rounds to `mantissa` bits with an exponent of `exponent` bits, subnormals with it; `finite`: without infinity (e4m3).
std::uint32_t to_small(double value, int exponent, int mantissa, bool finite, bool saturate) {
  const std::uint32_t sign = std::signbit(value) ? 1U << (exponent + mantissa) : 0;
  const std::uint32_t top = (1U << exponent) - 1, ones = (1U << mantissa) - 1;
  const std::uint32_t infinity = finite ? (top << mantissa) | ones : top << mantissa;
  const std::uint32_t largest = infinity - 1;
  if (std::isnan(value)) return finite ? infinity : (top << mantissa) | (1U << (mantissa - 1));
  const double size = std::fabs(value);
  if (std::isinf(size)) return sign | (saturate ? largest : infinity);
  if (size == 0) return sign;
  const int bias = (1 << (exponent - 1)) - 1;
  constexpr int bias_of_double = 1023, mantissa_of_double = 52;
  const auto raw = std::bit_cast<std::uint64_t>(size);
  if (static_cast<int>(raw >> mantissa_of_double) - bias_of_double >= 1 - bias) {  // a normal number: half to even
    const int drop = mantissa_of_double - mantissa;
    const std::uint64_t rounded = raw + ((std::uint64_t{1} << (drop - 1)) - 1) + ((raw >> drop) & 1);
    const std::uint64_t bits = (rounded >> drop) - (static_cast<std::uint64_t>(bias_of_double - bias) << mantissa);
    return sign | (bits < infinity ? static_cast<std::uint32_t>(bits) : saturate ? largest : infinity);
  }
  const int power = std::max(std::ilogb(size), 1 - bias);
  const double steps = std::nearbyint(std::ldexp(size, mantissa - power));
  const auto whole = static_cast<std::uint64_t>(steps);
  const std::uint64_t bits =
      whole < (1ULL << mantissa) ? whole : whole + (static_cast<std::uint64_t>(power + bias - 1) << mantissa);
  if (bits >= infinity) return sign | (saturate ? largest : infinity);
  return sign | static_cast<std::uint32_t>(bits);
}

}  // namespace

std::optional<ElementType> format_named(std::string_view name) {
  const std::optional<ElementType> format = element_type_named(name);
  return format && std::ranges::find(number_formats, *format) != number_formats.end() ? format : std::nullopt;
}

std::uint64_t to_bits(ElementType format, double value) {
  switch (format) {
    case ElementType::F16:
      return to_small(value, 5, 10, false, false);
    case ElementType::BF16:
      return to_small(value, 8, 7, false, false);
    case ElementType::TF32:
      return std::uint64_t{to_small(value, 8, 10, false, false)} << 13;
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
  if (format == ElementType::F16) return number_of_half(bits);
  if (format == ElementType::TF32) bits &= 0xFFFFE000U;
  return decode(format, low_bits(bits, element_bits(format)));
}

}  // namespace tcviz::inline gpu_xray
