// The table of number formats. Converts numbers to the bits of an element type and back, and packs bits into bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// The rounding of a number halfway between two others: to the one whose last bit is 0, or to the one further from zero.
enum class Ties : std::uint8_t { Even, Away };

// A floating-point format: | sign | exponent | fraction | `below` unused bits |
struct FloatFormat {
  ElementType type;
  int exponent, fraction, below;  // numbers of bits
  bool has_infinity;
  bool saturates;  // numbers that are too large become the largest number
  Ties ties;       // the rounding of CUDA's conversion
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  // Returns the bits of infinity, without the sign. If the format has no infinity, these bits, which follow those of
  // the largest number, are NaN.
  constexpr std::uint64_t infinity() const {
    const std::uint64_t ones = (std::uint64_t{1} << fraction) - 1, top = ((std::uint64_t{1} << exponent) - 1)
                                                                         << fraction;
    return has_infinity ? top : top | ones;
  }
};

inline constexpr std::array<FloatFormat, 7> float_formats{{
    {ElementType::F16, 5, 10, 0, true, false, Ties::Even},    // cuda_fp16.h, __float2half
    {ElementType::BF16, 8, 7, 0, true, false, Ties::Even},    // cuda_bf16.h, __float2bfloat16
    {ElementType::TF32, 8, 10, 13, true, false, Ties::Away},  // mma.h, __float_to_tf32: PTX ISA, "cvt", .rna
    {ElementType::F32, 8, 23, 0, true, false, Ties::Even},
    {ElementType::F64, 11, 52, 0, true, false, Ties::Even},
    {ElementType::E4M3, 4, 3, 0, false, true, Ties::Even},  // PTX ISA, "cvt", .satfinite
    {ElementType::E5M2, 5, 2, 0, true, true, Ties::Even},
}};

// Returns the row of a type; null for integer types.
constexpr const FloatFormat* float_format(ElementType type) {
  for (const FloatFormat& format : float_formats)
    if (format.type == type) return &format;
  return nullptr;
}

// Returns the number with these bits, at most 16; ignores higher bits.
constexpr double decode_small(const FloatFormat& format, std::uint64_t bits) {
  const int width = format.exponent + format.fraction;
  const auto size = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << width) - 1));
  const std::uint32_t sign = static_cast<std::uint32_t>(bits >> width & 1) << 31, up = size << (23 - format.fraction);
  const auto infinity = static_cast<std::uint32_t>(format.infinity());
  if (size > infinity || (size == infinity && !format.has_infinity)) return std::numeric_limits<double>::quiet_NaN();
  if (size == infinity) return std::bit_cast<float>(sign | 0x7F800000);
  const float scale = std::bit_cast<float>(static_cast<std::uint32_t>(254 - format.bias()) << 23);  // 2^(127 - bias)
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(std::bit_cast<float>(up) * scale));
}
constexpr double number_of_half(std::uint64_t bits) { return decode_small(float_formats[0], bits); }

// Returns the bits of the nearest number of the type, rounded as its row says; limits integers to the range of the
// type.
std::uint64_t encode(ElementType type, double value);
std::uint64_t encode(ElementType type, double value, Ties ties);
// Returns the number with these bits; for tf32, all bits of an f32 count.
double decode(ElementType type, std::uint64_t bits);
// Returns the distance from |value| to the next larger number of the type; 0 for integer types.
double ulp(ElementType type, double value);

// Writes `value` to `width` bits from bit `at` on. Elements of 1 to 64 bits are packed one after another, low bits
// first. The width is 1, 4, 8, 16, 32 or 64 and divides `at`. get_bits() reads them.
void put_bits(std::span<std::uint8_t> bytes, std::size_t at, int width, std::uint64_t value);
std::uint64_t get_bits(std::span<const std::uint8_t> bytes, std::size_t at, int width);

// Returns the type that name_of() calls `name`, such as "f16"; none if there is none.
std::optional<ElementType> element_type_named(std::string_view name);

}  // namespace tcviz::inline gpu_layout
