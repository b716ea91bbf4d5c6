// Numbers rounded to the bits of a format, and the numbers that bits stand for.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// The lowest `width` bits, 1 to 64.
constexpr std::uint64_t low_bits(std::uint64_t bits, int width) { return bits & (~std::uint64_t{0} >> (64 - width)); }
// The number that these are, if their highest one is its sign.
constexpr std::int64_t with_sign(std::uint64_t bits, int width) {
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

// The word of these bytes, at most 8, the lowest first.
constexpr std::uint64_t word_of(const std::uint8_t* bytes, int count) {
  std::uint64_t word = 0;
  for (int at = 0; at < count; ++at) word |= std::uint64_t{bytes[at]} << (8 * at);
  return word;
}

constexpr double number_of_half(std::uint64_t bits) {
  const auto size = static_cast<std::uint32_t>(bits & 0x7FFF), sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  if (size >= 0x7C00) return std::bit_cast<float>(sign | (size << 13) | 0x7F800000);  // infinity, or none
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(std::bit_cast<float>(size << 13) * 0x1p112F));
}

// Those that are known here.
inline constexpr std::array number_formats{ElementType::F16,  ElementType::BF16, ElementType::TF32, ElementType::F32,
                                           ElementType::F64,  ElementType::S8,   ElementType::U8,   ElementType::S32,
                                           ElementType::E4M3, ElementType::E5M2};
std::optional<ElementType> format_named(std::string_view name);  // "f16"

// Rounded to nearest even. fp8 has no larger number than its largest; whole numbers are cut to the format's range.
std::uint64_t to_bits(ElementType format, double value);
// Bits above those of the format are nobody's, and of tf32 the low ones too.
double from_bits(ElementType format, std::uint64_t bits);

}  // namespace tcviz::inline gpu_xray
