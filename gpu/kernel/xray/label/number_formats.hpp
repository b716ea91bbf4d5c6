// The number formats that the X-ray computes with, and functions on the bits of words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_xray {

// Returns the lowest `width` bits, 1 to 64.
constexpr std::uint64_t low_bits(std::uint64_t bits, int width) { return bits & (~std::uint64_t{0} >> (64 - width)); }
// Returns the lowest `width` bits as a signed number in two's complement.
constexpr std::int64_t with_sign(std::uint64_t bits, int width) {
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

// Returns the little-endian word of `count` bytes, at most 8.
constexpr std::uint64_t word_of(const std::uint8_t* bytes, int count) {
  std::uint64_t word = 0;
  for (int at = 0; at < count; ++at) word |= std::uint64_t{bytes[at]} << (8 * at);
  return word;
}

// The formats that the X-ray knows.
inline constexpr std::array number_formats{ElementType::F16,  ElementType::BF16, ElementType::TF32, ElementType::F32,
                                           ElementType::F64,  ElementType::S8,   ElementType::U8,   ElementType::S32,
                                           ElementType::E4M3, ElementType::E5M2, ElementType::S4,   ElementType::U4,
                                           ElementType::B1};
// True for whole numbers. is_packed() is true for those of which several share a byte.
constexpr bool is_whole(ElementType format) {
  return format == ElementType::S8 || format == ElementType::U8 || format == ElementType::S32 ||
         format == ElementType::S4 || format == ElementType::U4 || format == ElementType::B1;
}
constexpr bool is_packed(ElementType format) {
  return format == ElementType::S4 || format == ElementType::U4 || format == ElementType::B1;
}
// Returns the format that PTX calls `name`, such as "f16"; none if the X-ray does not know it.
std::optional<ElementType> format_named(std::string_view name);

// Returns the number that `bits` spell, as a tensor-core instruction reads it: the lowest 13 bits of tf32 are cut off.
double from_bits(ElementType format, std::uint64_t bits);

}  // namespace tcviz::inline gpu_xray
