#include "gpu/run/ops/numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tcviz::inline gpu_ops {
namespace {

// Bits of the significand with the hidden one, the exponents of the smallest normal and of the largest number's ulp's
// top, and how ties go.
struct Format {
  ElementType type;
  int significand, least_exponent, most_exponent;
  bool ties_to_even;
};
constexpr std::array<Format, 4> formats{{
    {ElementType::F16, 11, -14, 15, true},
    {ElementType::BF16, 8, -126, 127, true},
    {ElementType::TF32, 11, -126, 127, false},
    {ElementType::F32, 24, -126, 127, true},
}};

const Format* format_of(ElementType type) {
  const auto* const found =
      std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.type == type; });
  return found == formats.end() ? nullptr : found;
}

double spacing(const Format& format, double value) {
  int exponent = format.least_exponent;          // of 0, which frexp does not place
  if (value != 0) std::frexp(value, &exponent);  // value = f * 2^exponent with 0.5 <= |f| < 1
  return std::ldexp(1.0, std::max(exponent - 1, format.least_exponent) - (format.significand - 1));
}

double round_float(const Format& format, double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double step = spacing(format, value), scaled = value / step;
  const double whole = format.ties_to_even ? std::nearbyint(scaled) : std::round(scaled);
  const double rounded = whole * step;
  const double largest = std::ldexp(2.0 - std::ldexp(1.0, 1 - format.significand), format.most_exponent);
  if (std::abs(rounded) > largest) return std::copysign(std::numeric_limits<double>::infinity(), value);
  return rounded;
}

// IEEE 754's binary16. The value is a number of it, so nothing is rounded.
std::uint64_t encode_half(double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  if (std::isnan(value)) return sign | 0x7e00;
  if (std::isinf(value)) return sign | 0x7c00;
  if (size < 0x1p-14) return sign | static_cast<std::uint64_t>(std::ldexp(size, 24));
  int exponent = 0;
  const double significand = std::frexp(size, &exponent);  // 0.5 to 1
  const auto fraction = static_cast<std::uint64_t>(std::ldexp(significand, 11)) - 1024;
  return sign | static_cast<std::uint64_t>(exponent + 14) << 10 | fraction;
}

double wrap(ElementType type, double value) {
  const auto whole = static_cast<std::int64_t>(value);
  switch (type) {
    case ElementType::S8:
      return static_cast<std::int8_t>(whole & 0xff);
    case ElementType::U8:
      return static_cast<double>(whole & 0xff);
    default:
      return static_cast<std::int32_t>(whole & 0xffffffff);
  }
}

}  // namespace

Compute compute_of(ElementType type) {
  if (type == ElementType::F64) return Compute::Double;
  return format_of(type) != nullptr ? Compute::Float : Compute::Int;
}

std::string_view c_name(Compute compute) {
  constexpr std::array<std::string_view, 3> names{"float", "double", "int"};
  return names[static_cast<std::size_t>(compute)];
}

double round_to(ElementType type, double value) {
  if (type == ElementType::F64) return value;
  const Format* const format = format_of(type);
  return format != nullptr ? round_float(*format, value) : wrap(type, value);
}

double round_to(Compute compute, double value) {
  if (compute == Compute::Double) return value;
  return round_to(compute == Compute::Float ? ElementType::F32 : ElementType::S32, value);
}

std::uint64_t encode_number(ElementType type, double value) {
  switch (type) {
    case ElementType::F64:
      return std::bit_cast<std::uint64_t>(value);
    case ElementType::F32:
    case ElementType::TF32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::BF16:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
    case ElementType::F16:
      return encode_half(value);
    default:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
}

double ulp(ElementType type, double value) {
  if (type == ElementType::F64) {
    return std::nextafter(std::abs(value), std::numeric_limits<double>::infinity()) - std::abs(value);
  }
  const Format* const format = format_of(type);
  return format != nullptr ? spacing(*format, value) : 0;
}

}  // namespace tcviz::inline gpu_ops
