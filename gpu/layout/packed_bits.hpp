// Elements of 1 to 64 bits, one behind the other in bytes, low bits first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tcviz::inline gpu_layout {

// `value` as `width` bits at bit `at`; width is 1, 4, 8, 16, 32 or 64 and divides `at`.
void put_bits(std::span<std::uint8_t> bytes, std::size_t at, int width, std::uint64_t value);
std::uint64_t get_bits(std::span<const std::uint8_t> bytes, std::size_t at, int width);

}  // namespace tcviz::inline gpu_layout
