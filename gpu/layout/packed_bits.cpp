#include "gpu/layout/packed_bits.hpp"

namespace tcviz::inline gpu_layout {

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
