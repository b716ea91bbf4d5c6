// Maps that are linear over GF(2), up to a constant: every bit of the result is an exclusive or of bits of the inputs.
// The common language of the printers: slot -> row, col or index, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/gf2.hpp"

namespace tcviz::inline gpu_deduce {

struct Input {
  std::string name;  // "tid"
  int bits = 0;
};

// A linear map. Bit n of the inputs adds images[n]; the first input's bits come first, low bits first.
struct LinearMap {
  std::vector<Input> inputs;
  std::vector<std::uint64_t> images;
  std::uint64_t constant = 0;
  int result_bits = 0;

  std::uint64_t apply(std::uint64_t input_bits) const;
  bool each_bit_has_one_source() const;  // no exclusive or is needed
};

// Returns the map slot -> row. Inputs of this and the next maps are tid and i; the linear index exists if cols is a
// power of two.
LinearMap row_map(const BitMatrix& matrix);
LinearMap col_map(const BitMatrix& matrix);
LinearMap linear_map(const BitMatrix& matrix);  // row << col_bits | col

// The inverse: inputs row, col and, if elements have several owners, r. `replica_bits` bits count those owners.
struct InverseMaps {
  LinearMap tid, i;
  int replica_bits = 0;
};
// Inverts the map. None if the elements have unequally many owners, which no linear map has.
std::optional<InverseMaps> invert(const BitMatrix& matrix);

// Returns the same map with tid as groupID (its bits from 2 on) and threadID_in_group.
LinearMap with_groups(const LinearMap& map);

}  // namespace tcviz::inline gpu_deduce
