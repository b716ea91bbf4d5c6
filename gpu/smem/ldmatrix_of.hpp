// The element of a tile whose address each lane of a warp passes to ldmatrix, so that a fragment of mma or wgmma comes
// into its registers: derived from the fragment's layout, and checked against what ldmatrix does, value by value.
#pragma once

#include <array>
#include <string>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {

struct LdmatrixAccess {
  const WarpAccess* access = nullptr;       // ldm1 to ldm4, or ldmt1 to ldmt4 from a tile that is MN-major
  std::array<Element, warp_lanes> first{};  // by lane: row (m or n) and k of the first of its 16 bytes
  int lanes = warp_lanes;                   // number of lanes whose addresses are used
  // The same as expressions of lane: "lane % 16", "lane / 16 * 8"; 32 numbers if it is no sum of lane's bits.
  std::string row, col;
};

// Derives the addresses for operand A, m x k, or B, k x n; of a warpgroup for its first warp. An error says why it
// cannot be done: metadata and accumulators, too many registers, values that one ldmatrix does not put there.
Result<LdmatrixAccess> ldmatrix_of(const Layout& fragment, Major major);

}  // namespace tcviz::inline gpu_smem
