// Extracts the bit matrix of a layout that is linear over GF(2): each bit of row and col is an XOR of bits of tid and
// i, and of a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

// The linear map y = offset ^ XOR of basis[b] over the set bits b of the input. The input has the bits of i first (i0,
// i1, ...), then those of tid (t0, t1, ...). The result y packs row and col: row << col_bits | col.
struct BitMatrix {
  int i_bits = 0, tid_bits = 0;
  int row_bits = 0, col_bits = 0;
  std::uint64_t offset = 0;          // the result for input 0
  std::vector<std::uint64_t> basis;  // i_bits + tid_bits vectors, without the offset

  // Returns the element that a slot holds by this map.
  Element apply(Slot slot) const;
};

// The matrix (checked on every slot), or the reason why there is none: slots hold no element, the number of threads or
// values is not a power of two, or the map is not linear.
struct Linearity {
  std::optional<BitMatrix> matrix;
  std::string reason;  // empty if there is a matrix
};
Linearity extract_bits(const Layout& layout);

// Finds a matrix that is right for every slot that holds an element, for a layout in which some slots hold none. For
// those slots the matrix has no meaning.
Linearity extract_bits_where_held(const Layout& layout);

}  // namespace tcviz::inline gpu_layout
