// Finds a swizzle (an exclusive or of address bits) or a padding of rows with which the accesses of a warp have the
// fewest bank conflicts. Tries all of CuTe's swizzles that can change a bank, so the result is the best of this form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/smem/banks.hpp"
#include "gpu/smem/swizzle.hpp"

namespace tcviz::inline gpu_smem {

// CuTe's Swizzle<bits, base, shift> of byte addresses: `bits` bits from base + shift on are combined by exclusive or
// with the bits from base on, which they change. With a negative shift, the bits from base on change those from base -
// shift on. (CUTLASS, include/cute/swizzle.hpp.)
struct XorSwizzle {
  int bits = 0, base = 4, shift = 3;
  std::int64_t apply(std::int64_t address) const {
    const std::int64_t mask = (std::int64_t{1} << bits) - 1;
    return shift >= 0 ? address ^ ((address >> (base + shift) & mask) << base)
                      : address ^ ((address >> base & mask) << (base - shift));
  }
  friend bool operator==(const XorSwizzle&, const XorSwizzle&) = default;
};
// Returns the name: "Swizzle<3,4,3>".
std::string spell(const XorSwizzle& swizzle);
// Returns the swizzled address as a C expression, "address ^ ((address >> 7 & 7) << 4)"; the address alone if there is
// no swizzle.
std::string swizzled_expression(std::string_view address, const XorSwizzle& swizzle);
// Returns the swizzle of TMA and wgmma that equals `swizzle`; none if there is none.
std::optional<Swizzle> hardware_swizzle(const XorSwizzle& swizzle);

// An access with its addresses before any swizzle.
struct AccessPattern {
  const WarpAccess* access = nullptr;
  LaneAddresses addresses{};
};

struct SwizzleTrial {
  XorSwizzle swizzle;
  int wavefronts = 0;
};
struct PaddingTrial {
  int bytes = 0;  // padding after each row, in bytes
  int pitch = 0;  // bytes from one row to the next, with the padding
  int wavefronts = 0;
};

// The result of a search.
struct Suggestion {
  int plain = 0;      // wavefronts of all accesses without a change
  int least = 0;      // one wavefront for each phase with an active lane: no layout needs fewer
  SwizzleTrial best;  // the swizzle with the fewest wavefronts, and of these with the fewest bits
  // The best swizzle for each number of bits, to show that fewer bits are not enough.
  std::vector<SwizzleTrial> by_bits;
  int tried = 0;                        // number of swizzles that were tried
  std::optional<PaddingTrial> padding;  // the best padding; none: none was tried
  bool conflict_free() const { return best.wavefronts == least; }
};

// Returns the best swizzle and padding for all accesses together. `pitch` is the number of bytes from one row of the
// tile to the next; 0: no padding is tried. Returns the errors of count_wavefronts, and an error if `pitch` is not a
// multiple of the size that an access needs.
Result<Suggestion> suggest_swizzle(std::span<const AccessPattern> patterns, int pitch = 0);

}  // namespace tcviz::inline gpu_smem
