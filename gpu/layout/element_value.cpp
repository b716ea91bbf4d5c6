#include "gpu/layout/element_value.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline gpu_layout {
namespace {

std::uint64_t encode_small(const FloatFormat& format, double value, Ties ties) {
  const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (format.exponent + format.fraction) : 0;
  const std::uint64_t infinity = format.infinity();
  if (std::isnan(value)) return infinity | (format.has_infinity ? std::uint64_t{1} << (format.fraction - 1) : 0);
  const std::uint64_t beyond = sign | (format.saturates ? infinity - 1 : infinity);
  const double size = std::fabs(value);
  if (std::isinf(size)) return beyond;
  constexpr const FloatFormat& wide = *float_format(ElementType::F64);
  const auto raw = std::bit_cast<std::uint64_t>(size);
  std::uint64_t bits = 0;
  if (static_cast<int>(raw >> wide.fraction) - wide.bias() >= 1 - format.bias()) {  // a normal number
    const int drop = wide.fraction - format.fraction;
    const std::uint64_t half = std::uint64_t{1} << (drop - 1);
    const std::uint64_t rounded = raw + (ties == Ties::Away ? half : half - 1 + ((raw >> drop) & 1));
    bits = (rounded >> drop) - (static_cast<std::uint64_t>(wide.bias() - format.bias()) << format.fraction);
  } else {
    const double steps = std::ldexp(size, format.fraction + format.bias() - 1);
    bits = static_cast<std::uint64_t>(ties == Ties::Away ? std::round(steps) : std::nearbyint(steps));
  }
  return bits < infinity ? sign | bits : beyond;
}

bool has_sign(ElementType type) {
  return type == ElementType::S4 || type == ElementType::S8 || type == ElementType::S32;
}

std::uint64_t lowest(std::uint64_t bits, int width) { return bits & (~std::uint64_t{0} >> (64 - width)); }

std::uint64_t encode_whole(ElementType type, double value) {
  const int width = element_bits(type);
  const double half = std::ldexp(1, width - 1);
  const double cut = has_sign(type) ? std::clamp(value, -half, half - 1) : std::clamp(value, 0.0, 2 * half - 1);
  return lowest(static_cast<std::uint64_t>(static_cast<std::int64_t>(cut)), width);
}

}  // namespace

std::uint64_t encode(ElementType type, double value, Ties ties) {
  if (type == ElementType::F64) return std::bit_cast<std::uint64_t>(value);
  if (type == ElementType::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const FloatFormat* const format = float_format(type);
  return format != nullptr ? encode_small(*format, value, ties) << format->below : encode_whole(type, value);
}

std::uint64_t encode(ElementType type, double value) {
  const FloatFormat* const format = float_format(type);
  return encode(type, value, format != nullptr ? format->ties : Ties::Even);
}

double decode(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::F16:
    case ElementType::E4M3:
    case ElementType::E5M2:
      return decode_small(*float_format(type), bits);
    case ElementType::BF16:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    case ElementType::TF32:
    case ElementType::F32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::F64:
      return std::bit_cast<double>(bits);
    default:
      break;
  }
  const int width = element_bits(type);
  const std::uint64_t code = lowest(bits, width), sign = has_sign(type) ? std::uint64_t{1} << (width - 1) : 0;
  return static_cast<double>(static_cast<std::int64_t>((code ^ sign) - sign));
}

double ulp(ElementType type, double value) {
  const FloatFormat* const format = float_format(type);
  if (format == nullptr) return 0;
  const int least = 1 - format->bias();
  int exponent = least;                          // of 0, which frexp does not place
  if (value != 0) std::frexp(value, &exponent);  // value = f * 2^exponent with 0.5 <= |f| < 1
  return std::ldexp(1.0, std::max(exponent - 1, least) - format->fraction);
}

std::optional<ElementType> element_type_named(std::string_view name) {
  constexpr std::array types = {ElementType::F16,  ElementType::BF16, ElementType::TF32, ElementType::F32,
                                ElementType::F64,  ElementType::S8,   ElementType::U8,   ElementType::S4,
                                ElementType::U4,   ElementType::S32,  ElementType::B1,   ElementType::E4M3,
                                ElementType::E5M2, ElementType::B16};
  const auto found = std::ranges::find(types, name, [](ElementType type) { return name_of(type); });
  return found == types.end() ? std::nullopt : std::optional(*found);
}

void put_bits(std::span<std::uint8_t> bytes, std::size_t at, int width, std::uint64_t value) {
  if (width < 8) {
    const auto mask = static_cast<std::uint8_t>(((1u << width) - 1) << at % 8);
    const auto placed = static_cast<std::uint8_t>(value << at % 8);
    bytes[at / 8] = static_cast<std::uint8_t>((bytes[at / 8] & ~mask) | (placed & mask));
    return;
  }
  for (int bit = 0; bit < width; bit += 8) bytes[(at + bit) / 8] = static_cast<std::uint8_t>(value >> bit);
}

std::uint64_t get_bits(std::span<const std::uint8_t> bytes, std::size_t at, int width) {
  if (width < 8) return bytes[at / 8] >> at % 8 & ((1u << width) - 1);
  std::uint64_t value = 0;
  for (int bit = 0; bit < width; bit += 8) value |= std::uint64_t{bytes[(at + bit) / 8]} << bit;
  return value;
}

}  // namespace tcviz::inline gpu_layout
