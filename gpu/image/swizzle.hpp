// The swizzles of shared memory that TMA writes and wgmma reads: an exclusive or of address bits.
// PTX ISA, "Swizzling modes" of tensor copies and "Matrix descriptor" of wgmma. That the bits are those of the absolute
// address in shared memory, and not of the offset in a buffer, was asked on an H200: assets/images/sm_90.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz {
inline namespace gpu_image {

enum class Swizzle : std::uint8_t { None, B32, B64, B128 };
inline constexpr std::array<Swizzle, 4> swizzles = {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128};

std::string_view name_of(Swizzle swizzle);  // "none", "32b", "64b", "128b"
std::optional<Swizzle> swizzle_named(std::string_view name);

// Bytes of a row of the atom: 16, of which an unswizzled core matrix has 8 rows, or 32, 64, 128.
constexpr int width_of(Swizzle swizzle) { return 16 << static_cast<int>(swizzle); }

// Where the pattern begins anew: 8 rows, so that a buffer that starts at a multiple of it has base offset 0.
constexpr int period_of(Swizzle swizzle) { return 8 * width_of(swizzle); }

// Bits 4 and up of an address in shared memory, as many as the swizzle has (1, 2 or 3), get an exclusive or with bits 7
// and up, of which the base offset (0 to 7) is subtracted first.
constexpr std::int64_t swizzled(std::int64_t address, Swizzle swizzle, int base_offset = 0) {
  const std::int64_t mask = width_of(swizzle) / 16 - 1;
  return address ^ ((((address >> 7) - base_offset) & mask) << 4);
}

}  // namespace gpu_image
}  // namespace tcviz
