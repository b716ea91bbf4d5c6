// One table of the number formats; converts numbers to the bits of an element type and back, and bits to bytes and
// back.
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

// The neighbour to which a number halfway between two is rounded: the one whose last bit is 0, or the one further from
// zero.
enum class Ties : std::uint8_t { Even, Away };

// | sign | exponent | fraction | `below` bits that are no part of the number |
struct FloatFormat {
  ElementType type;
  int exponent, fraction, below;  // bits
  bool has_infinity;
  bool saturates;  // larger numbers become the largest
  Ties ties;       // of the conversion that CUDA's headers use
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  // Returns the code of infinity, without the sign. If the format has no infinity, this code, which would follow the
  // largest number, is not a number.
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

// Returns the row of the type; null for whole numbers.
constexpr const FloatFormat* float_format(ElementType type) {
  for (const FloatFormat& format : float_formats)
    if (format.type == type) return &format;
  return nullptr;
}

// Returns the number of a code of at most 16 bits; ignores the bits above it.
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

// Returns the bits of the nearest number of the type, with ties as its row says; cuts whole numbers to the type's
// range.
std::uint64_t encode(ElementType type, double value);
std::uint64_t encode(ElementType type, double value, Ties ties);
// Returns the number that the lowest bits stand for; of tf32 all bits of an f32 count.
double decode(ElementType type, std::uint64_t bits);
// Returns the distance from |value| to the next larger number of the type; 0 for whole numbers.
double ulp(ElementType type, double value);

// Writes `value` as `width` bits at bit `at`. Elements of 1 to 64 bits lie one behind the other in bytes, low bits
// first. The width is 1, 4, 8, 16, 32 or 64 and divides `at`.
void put_bits(std::span<std::uint8_t> bytes, std::size_t at, int width, std::uint64_t value);
std::uint64_t get_bits(std::span<const std::uint8_t> bytes, std::size_t at, int width);

// Returns the type of this name, as name_of() spells it: "f16".
std::optional<ElementType> element_type_named(std::string_view name);

}  // namespace tcviz::inline gpu_layout
