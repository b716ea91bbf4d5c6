// The swizzles of shared memory that TMA writes and wgmma reads: an exclusive or of address bits.
// PTX ISA, "Swizzling modes" of tensor copies and "Matrix descriptor" of wgmma. That the bits are those of the absolute
// address in shared memory, and not of the offset in a buffer, was asked on an H200: assets/images/sm_90.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_smem {

enum class Swizzle : std::uint8_t { None, B32, B64, B128 };
inline constexpr std::array<Swizzle, 4> swizzles = {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128};

std::string_view name_of(Swizzle swizzle);  // "none", "32b", "64b", "128b"
constexpr Swizzle last_of(Swizzle) { return Swizzle::B128; }
std::optional<Swizzle> swizzle_named(std::string_view name);

// Returns the bytes of a row of the atom: 16, of which an unswizzled core matrix has 8 rows, or 32, 64, 128.
constexpr int width_of(Swizzle swizzle) { return 16 << static_cast<int>(swizzle); }

// Returns the period of the pattern: 8 rows, so that a buffer that starts at a multiple of it has base offset 0.
constexpr int period_of(Swizzle swizzle) { return 8 * width_of(swizzle); }

// Returns the address with an exclusive or of bits 4 and up, as many as the swizzle has (1, 2 or 3), and bits 7 and up,
// from which the base offset (0 to 7) is subtracted first. Addresses are in shared memory.
constexpr std::int64_t swizzled(std::int64_t address, Swizzle swizzle, int base_offset = 0) {
  const std::int64_t mask = width_of(swizzle) / 16 - 1;
  return address ^ ((((address >> 7) - base_offset) & mask) << 4);
}

// The pieces that a swizzle of 128 bytes moves about, of tensor copies of sm_100: 16 bytes as above, 32 or 64, or 32
// with the halves of 16 bytes exchanged in every other row. CUDA driver API 13.0, cuTensorMapEncodeTiled ("Swizzle 32B
// chunks within 128B span, additionally swap lower 8B with upper 8B within each 16B for every alternate row"); PTX ISA
// 9.0, tensormap.replace, ".swizzle_atomicity". As documented: that row 0 is not exchanged is our reading.
enum class SwizzleAtom : std::uint8_t { B16, B32, B32Flip8, B64 };
inline constexpr std::array<SwizzleAtom, 4> swizzle_atoms = {SwizzleAtom::B16, SwizzleAtom::B32, SwizzleAtom::B32Flip8,
                                                             SwizzleAtom::B64};
std::string_view name_of(SwizzleAtom atom);  // "16b", "32b", "32b_flip_8b", "64b"
constexpr SwizzleAtom last_of(SwizzleAtom) { return SwizzleAtom::B64; }
std::optional<SwizzleAtom> swizzle_atom_named(std::string_view name);

constexpr std::int64_t swizzled_by(SwizzleAtom atom, std::int64_t address) {
  const std::int64_t row = address >> 7;
  if (atom == SwizzleAtom::B16) return swizzled(address, Swizzle::B128);
  if (atom == SwizzleAtom::B64) return address ^ ((row & 1) << 6);
  return address ^ ((row & 3) << 5) ^ (atom == SwizzleAtom::B32Flip8 ? (row & 1) << 3 : 0);
}

}  // namespace tcviz::inline gpu_smem
