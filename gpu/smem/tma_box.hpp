// The addresses in shared memory to which a tensor copy (cp.async.bulk.tensor, tile mode, no interleave) writes the
// bytes of its box. CUDA driver API, cuTensorMapEncodeTiled; asked on an H200: 440 boxes read back agree, and all that
// the driver refused is refused here (assets/images/sm_90.json).
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/smem/swizzle.hpp"

namespace tcviz::inline gpu_smem {

struct TmaBox {
  Swizzle swizzle = Swizzle::None;
  int inner = 0;  // bytes of a row: a multiple of 16; with a swizzle at most its width
  int rows = 1, planes = 1;
  std::int64_t start = 0;               // in shared memory: a multiple of 128
  SwizzleAtom atom = SwizzleAtom::B16;  // others: sm_100, with a swizzle of 128 bytes, as documented

  // Returns the distance of rows: the swizzle's width, even if they are shorter.
  int pitch() const { return swizzle == Swizzle::None ? inner : width_of(swizzle); }
  std::int64_t address(int plane, int row, int byte) const {
    const std::int64_t linear = start + (std::int64_t{plane} * rows + row) * pitch() + byte;
    if (swizzle == Swizzle::B128) return swizzled_by(atom, linear);
    return swizzle == Swizzle::None ? linear : swizzled(linear, swizzle);
  }
};

Status check_box(const TmaBox& box);
// Returns the address of every byte of the box: byte by byte, row by row, plane by plane.
std::vector<std::int64_t> all_addresses(const TmaBox& box);

}  // namespace tcviz::inline gpu_smem
