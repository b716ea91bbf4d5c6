// The bit matrix of a layout that is linear over GF(2): each bit of row and col is an XOR of bits of tid and i, and of
// a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

// y = offset ^ XOR of basis[b] over the set bits b of the input. The input's bits are i's first (i0, i1, ...), then
// tid's (t0, t1, ...). An image packs row and col: row << col_bits | col.
struct BitMatrix {
  int i_bits = 0, tid_bits = 0;
  int row_bits = 0, col_bits = 0;
  std::uint64_t offset = 0;          // not zero: the map is affine
  std::vector<std::uint64_t> basis;  // i_bits + tid_bits images, without the offset

  Element apply(Slot slot) const;
};

// The exact matrix (proved on every slot), or the exact reason why there is none. A map is not linear if slots hold no
// element, or if the number of threads or values is not a power of two.
struct Linearity {
  std::optional<BitMatrix> matrix;
  std::string reason;  // empty if there is a matrix
};
Linearity extract_bits(const Layout& layout);

// Finds a matrix that is right for every slot that holds an element, of a layout in which some slots hold none. The
// matrix means nothing for the other slots.
Linearity extract_bits_where_held(const Layout& layout);

}  // namespace tcviz::inline gpu_layout
