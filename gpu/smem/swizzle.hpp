// The swizzles of shared memory that TMA writes and wgmma reads: an exclusive or of address bits. PTX ISA, "Swizzling
// modes" of tensor copies and "Matrix descriptor" of wgmma. The bits are those of the absolute address in shared
// memory, not of the offset in a buffer, as confirmed on an H200: assets/images/sm_90.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_smem {

// A swizzle by its width: none, 32, 64 or 128 bytes.
enum class Swizzle : std::uint8_t { None, B32, B64, B128 };
inline constexpr std::array<Swizzle, 4> swizzles = {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128};

// Returns "none", "32b", "64b" or "128b"; swizzle_named() is the inverse.
std::string_view name_of(Swizzle swizzle);
constexpr Swizzle last_of(Swizzle) { return Swizzle::B128; }
std::optional<Swizzle> swizzle_named(std::string_view name);

// Returns the bytes of a row of the atom (the smallest pattern, of 8 rows): 16 without a swizzle, or 32, 64, 128.
constexpr int width_of(Swizzle swizzle) { return 16 << static_cast<int>(swizzle); }

// Returns the period of the pattern in bytes, 8 rows: a buffer that starts at a multiple of it has base offset 0.
constexpr int period_of(Swizzle swizzle) { return 8 * width_of(swizzle); }

// Returns the swizzled address: bits 4 and up, as many as the swizzle has (1, 2 or 3), are changed by exclusive or with
// bits 7 and up, from which the base offset (0 to 7) is subtracted first. Addresses are in shared memory.
constexpr std::int64_t swizzled(std::int64_t address, Swizzle swizzle, int base_offset = 0) {
  const std::int64_t mask = width_of(swizzle) / 16 - 1;
  return address ^ ((((address >> 7) - base_offset) & mask) << 4);
}

// The size of the chunks that a 128-byte swizzle permutes in tensor copies of sm_100: 16 bytes as above, 32 or 64, or
// 32 with the 8-byte halves of each 16 bytes exchanged in every other row. CUDA driver API 13.0, cuTensorMapEncodeTiled
// ("Swizzle 32B chunks within 128B span, additionally swap lower 8B with upper 8B within each 16B for every alternate
// row"); PTX ISA 9.0, tensormap.replace, ".swizzle_atomicity". As documented; that row 0 is not exchanged is our
// interpretation.
enum class SwizzleAtom : std::uint8_t { B16, B32, B32Flip8, B64 };
inline constexpr std::array<SwizzleAtom, 4> swizzle_atoms = {SwizzleAtom::B16, SwizzleAtom::B32, SwizzleAtom::B32Flip8,
                                                             SwizzleAtom::B64};
// Returns "16b", "32b", "32b_flip_8b" or "64b"; swizzle_atom_named() is the inverse.
std::string_view name_of(SwizzleAtom atom);
constexpr SwizzleAtom last_of(SwizzleAtom) { return SwizzleAtom::B64; }
std::optional<SwizzleAtom> swizzle_atom_named(std::string_view name);

// Returns the address after a 128-byte swizzle with these chunks.
constexpr std::int64_t swizzled_by(SwizzleAtom atom, std::int64_t address) {
  const std::int64_t row = address >> 7;
  if (atom == SwizzleAtom::B16) return swizzled(address, Swizzle::B128);
  if (atom == SwizzleAtom::B64) return address ^ ((row & 1) << 6);
  return address ^ ((row & 3) << 5) ^ (atom == SwizzleAtom::B32Flip8 ? (row & 1) << 3 : 0);
}

}  // namespace tcviz::inline gpu_smem
