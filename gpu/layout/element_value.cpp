#include "gpu/layout/element_value.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tcviz::inline gpu_layout {
namespace {

// Sign, exponent, fraction of a small whole number as a float with the field sizes given.
std::uint64_t encode_float(int value, int exponent_bits, int fraction_bits) {
  if (value == 0) return 0;
  const std::uint64_t sign = value < 0 ? 1 : 0;
  const std::uint64_t magnitude = static_cast<std::uint64_t>(std::abs(static_cast<long long>(value)));
  const int exponent = static_cast<int>(std::bit_width(magnitude)) - 1;
  const std::uint64_t below_first = magnitude ^ (1ull << exponent);
  const int up = fraction_bits - exponent;
  const std::uint64_t fraction = up >= 0 ? below_first << up : below_first >> -up;
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent + (1 << (exponent_bits - 1)) - 1);
  return sign << (exponent_bits + fraction_bits) | biased << fraction_bits | fraction;
}

double decode_half(std::uint64_t bits) {
  const double sign = (bits >> 15) & 1 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = static_cast<double>(bits & 1023) / 1024;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
}

// e5m2 is the upper half of an f16. e4m3 has no infinity: only with every bit set is it no number.
double decode_e4m3(std::uint64_t bits) {
  const double sign = (bits >> 7) & 1 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 3 & 15);
  const double fraction = static_cast<double>(bits & 7) / 8;
  if ((bits & 127) == 127) return std::nan("");
  return sign * (exponent == 0 ? std::ldexp(fraction, -6) : std::ldexp(1 + fraction, exponent - 7));
}

double decode_signed(std::uint64_t bits, int width) {
  const auto sign = std::uint64_t{1} << (width - 1);
  return static_cast<double>(static_cast<std::int64_t>((bits ^ sign) - sign));
}

double decode_float(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

}  // namespace

std::uint64_t encode(ElementType type, int value) {
  switch (type) {
    case ElementType::F16:
      return encode_float(value, 5, 10);
    case ElementType::BF16:
      return encode_float(value, 8, 7);
    case ElementType::TF32:
    case ElementType::F32:
      return encode_float(value, 8, 23);
    case ElementType::F64:
      return encode_float(value, 11, 52);
    case ElementType::E4M3:
      return encode_float(value, 4, 3);
    case ElementType::E5M2:
      return encode_float(value, 5, 2);
    default:
      break;
  }
  const std::uint64_t mask = (std::uint64_t{1} << element_bits(type)) - 1;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask;
}

double decode(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::F16:
      return decode_half(bits);
    case ElementType::BF16:
      return decode_float(bits << 16);
    case ElementType::E4M3:
      return decode_e4m3(bits);
    case ElementType::E5M2:
      return decode_half(bits << 8);
    case ElementType::TF32:
    case ElementType::F32:
      return decode_float(bits);
    case ElementType::F64:
      return std::bit_cast<double>(bits);
    case ElementType::S4:
    case ElementType::S8:
    case ElementType::S32:
      return decode_signed(bits, element_bits(type));
    default:
      return static_cast<double>(bits);
  }
}

std::optional<ElementType> element_type_named(std::string_view name) {
  constexpr std::array types = {ElementType::F16,  ElementType::BF16, ElementType::TF32, ElementType::F32,
                                ElementType::F64,  ElementType::S8,   ElementType::U8,   ElementType::S4,
                                ElementType::U4,   ElementType::S32,  ElementType::B1,   ElementType::E4M3,
                                ElementType::E5M2, ElementType::B16};
  const auto found = std::ranges::find(types, name, [](ElementType type) { return name_of(type); });
  return found == types.end() ? std::nullopt : std::optional(*found);
}

}  // namespace tcviz::inline gpu_layout
