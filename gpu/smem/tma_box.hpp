// Computes the addresses in shared memory to which a tensor copy (TMA: cp.async.bulk.tensor, tile mode, no interleave)
// writes its box. CUDA driver API, cuTensorMapEncodeTiled. Confirmed on an H200: 440 boxes that were read back agree,
// and all boxes that the driver refused are refused here (assets/images/sm_90.json).
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/smem/swizzle.hpp"

namespace tcviz::inline gpu_smem {

// The box of a tensor copy in shared memory: planes of rows of bytes.
struct TmaBox {
  Swizzle swizzle = Swizzle::None;
  int inner = 0;  // bytes of a row: a multiple of 16, and with a swizzle at most its width
  int rows = 1, planes = 1;
  std::int64_t start = 0;               // offset in shared memory: a multiple of 128
  SwizzleAtom atom = SwizzleAtom::B16;  // other values only on sm_100 with the 128-byte swizzle, as documented

  // Returns the bytes from one row to the next: the width of the swizzle, even if rows are shorter.
  int pitch() const { return swizzle == Swizzle::None ? inner : width_of(swizzle); }
  // Returns the address of a byte of the box.
  std::int64_t address(int plane, int row, int byte) const {
    const std::int64_t linear = start + (std::int64_t{plane} * rows + row) * pitch() + byte;
    if (swizzle == Swizzle::B128) return swizzled_by(atom, linear);
    return swizzle == Swizzle::None ? linear : swizzled(linear, swizzle);
  }
};

// Returns an error for a box that the driver refuses.
Status check_box(const TmaBox& box);
// Returns the addresses of all bytes of the box: byte by byte, row by row, plane by plane.
std::vector<std::int64_t> all_addresses(const TmaBox& box);

}  // namespace tcviz::inline gpu_smem
