// The bits of tid and i whose XOR is a bit of an element's row or column, for every such bit; and the names of bits.
// Pure functions of layouts.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/gf2.hpp"

namespace tcviz::inline app_session {

struct BitName {
  enum class Of : std::uint8_t { Tid, I } of = Of::Tid;
  int bit = 0;
  friend bool operator==(const BitName&, const BitName&) = default;
};
std::string name_of(BitName bit);  // "t2", "i0"

// A bit of row or col: the XOR of `sources`, and of 1 if `flipped`. No sources: it is the same in every slot.
struct BitSum {
  std::vector<BitName> sources;  // tid's bits first, the highest first
  bool flipped = false;
  friend bool operator==(const BitSum&, const BitSum&) = default;
};
std::string describe(const BitSum& sum);  // "t1^i0", "t2^1", "0"

// Bits of row and col, the lowest first.
struct BitTable {
  int tid_bits = 0, i_bits = 0;
  std::vector<BitSum> row, col;
  std::string reason;  // why there are none; empty if there are
};
BitTable bit_table(const Layout& layout);

}  // namespace tcviz::inline app_session
