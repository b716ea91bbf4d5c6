// Finds the exclusive or of address bits, or the padding of rows, that keeps the accesses of a warp out of each other's
// banks. Tries all of CuTe's swizzles that can change a bank, so the result is the best of that form.
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

// CuTe's Swizzle<bits, base, shift> of byte addresses: `bits` bits from base + shift on go by exclusive or into those
// from base on; with a negative shift those from base on go into the ones from base - shift on. (CUTLASS,
// include/cute/swizzle.hpp.)
struct XorSwizzle {
  int bits = 0, base = 4, shift = 3;
  std::int64_t apply(std::int64_t address) const {
    const std::int64_t mask = (std::int64_t{1} << bits) - 1;
    return shift >= 0 ? address ^ ((address >> (base + shift) & mask) << base)
                      : address ^ ((address >> base & mask) << (base - shift));
  }
  friend bool operator==(const XorSwizzle&, const XorSwizzle&) = default;
};
// Returns "Swizzle<3,4,3>".
std::string spell(const XorSwizzle& swizzle);
// Returns the swizzled address as an expression of C: "address ^ ((address >> 7 & 7) << 4)"; the address itself without
// a swizzle.
std::string swizzled_expression(std::string_view address, const XorSwizzle& swizzle);
// Returns the swizzle of TMA and wgmma that equals this one; none if it is none of theirs.
std::optional<Swizzle> hardware_swizzle(const XorSwizzle& swizzle);

// One access with the addresses that it has before any swizzle.
struct AccessPattern {
  const WarpAccess* access = nullptr;
  LaneAddresses addresses{};
};

struct SwizzleTrial {
  XorSwizzle swizzle;
  int wavefronts = 0;
};
struct PaddingTrial {
  int bytes = 0;  // bytes behind each row
  int pitch = 0;  // bytes from row to row, with the padding
  int wavefronts = 0;
};

struct Suggestion {
  int plain = 0;                      // wavefronts of all accesses as they are
  int least = 0;                      // one for each phase: no layout needs fewer
  SwizzleTrial best;                  // the fewest wavefronts, then the fewest bits
  std::vector<SwizzleTrial> by_bits;  // the best for each number of bits: shows why fewer bits are not enough
  int tried = 0;                      // number of swizzles tried
  std::optional<PaddingTrial> padding;
  bool conflict_free() const { return best.wavefronts == least; }
};

// Searches the best swizzle and padding. `pitch`: bytes from one row of the tile to the next, for paddings; 0: no
// padding is tried. Errors as in count_wavefronts, and if a pitch is no multiple of what an access needs.
Result<Suggestion> suggest_swizzle(std::span<const AccessPattern> patterns, int pitch = 0);

}  // namespace tcviz::inline gpu_smem
