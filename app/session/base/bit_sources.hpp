// A linear layout as bits: each bit of an element's row and column is the XOR of some bits of tid (the thread) and i
// (the index of the value in the thread). This header lists these bits, with names for display.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/gf2.hpp"

namespace tcviz::inline app_session {

// A bit of tid or of i; `bit` counts from 0, the lowest.
struct BitName {
  enum class Of : std::uint8_t { Tid, I } of = Of::Tid;
  int bit = 0;
  friend bool operator==(const BitName&, const BitName&) = default;
};
std::string name_of(BitName bit);  // "t2", "i0"

// A bit of row or col: the XOR of `sources`, inverted if `flipped`. Without sources it is constant.
struct BitSum {
  std::vector<BitName> sources;  // bits of tid before bits of i, each from the highest
  bool flipped = false;
  friend bool operator==(const BitSum&, const BitSum&) = default;
};
std::string describe(const BitSum& sum);  // "t1^i0", "t2^1", "0"

// All bits of row and col of a layout. `row[0]` and `col[0]` are the lowest bits.
struct BitTable {
  int tid_bits = 0, i_bits = 0;  // bits needed for the thread and value numbers
  std::vector<BitSum> row, col;
  std::string reason;  // why row and col are empty: the layout is not linear; empty if it is
};
// Returns the table of `layout`, or a table with a reason if the layout is not an XOR of bits.
BitTable bit_table(const Layout& layout);

}  // namespace tcviz::inline app_session
