// Derives the addresses with which ldmatrix loads a fragment of mma or wgmma from a tile: which element's address each
// lane passes. Derived from the layout of the fragment, and checked value by value against the documented effect of
// ldmatrix.
#pragma once

#include <array>
#include <string>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {

// The ldmatrix that loads a fragment, and the elements whose addresses its lanes pass.
struct LdmatrixAccess {
  const WarpAccess* access = nullptr;       // ldm1 to ldm4; ldmt1 to ldmt4 for an MN-major tile
  std::array<Element, warp_lanes> first{};  // by lane: row (m or n) and k of the first of the 16 bytes at its address
  int lanes = warp_lanes;                   // number of lanes whose addresses are used
  // The elements in `first` as expressions of lane: "lane % 16", "lane / 16 * 8"; a list of 32 numbers if there is no
  // such expression.
  std::string row, col;
};

// Returns the access for a fragment of A (m x k) or B (k x n); for a warpgroup, that of its first warp. Returns an
// error with the reason if there is none: metadata and accumulators, too many registers, or values that a single
// ldmatrix cannot load.
Result<LdmatrixAccess> ldmatrix_of(const Layout& fragment, Major major);

}  // namespace tcviz::inline gpu_smem
