// Maps that are linear over GF(2), up to a constant: every bit of the result is an exclusive or of input bits. From
// these maps, slot -> row, col or index and back, texts in all styles are made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/gf2.hpp"

namespace tcviz::inline gpu_deduce {

// One input of a map: its name and number of bits.
struct Input {
  std::string name;  // "tid"
  int bits = 0;
};

// A linear map: result = constant ^ exclusive or of images[n] over all set input bits n. Bits are numbered from the low
// bit of the first input on.
struct LinearMap {
  std::vector<Input> inputs;
  std::vector<std::uint64_t> images;
  std::uint64_t constant = 0;
  int result_bits = 0;

  // Returns the result for these input bits.
  std::uint64_t apply(std::uint64_t input_bits) const;
  // True if no exclusive or is needed: each bit of the result comes from one input bit.
  bool each_bit_has_one_source() const;
};

// Returns the map from tid and i to row; the next functions return those to col and to the linear index, which exists
// if the number of columns is a power of two.
LinearMap row_map(const BitMatrix& matrix);
LinearMap col_map(const BitMatrix& matrix);
LinearMap linear_map(const BitMatrix& matrix);  // row << col_bits | col

// The inverse maps, with inputs row, col and, if elements have several owners, r, whose `replica_bits` bits count the
// owners.
struct InverseMaps {
  LinearMap tid, i;
  int replica_bits = 0;
};
// Inverts a map. Returns none if elements have different numbers of owners.
std::optional<InverseMaps> invert(const BitMatrix& matrix);

// Returns the same map with the input tid split into groupID (bits from 2 on) and threadID_in_group.
LinearMap with_groups(const LinearMap& map);

}  // namespace tcviz::inline gpu_deduce
