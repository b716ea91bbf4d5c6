// The layout of the C tile as a map of bits: for each bit of column y and row x, the bit of the register number, lane
// or warp that determines it.
#pragma once

#include <string>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

// A bit of x or y.
struct MaxasBit {
  std::string name;          // "y0"
  std::string from;          // "~r0", "lane4"; "-" if no bit reaches it
  bool of_register = false;  // `from` is a bit of the register number
  bool inverted = false;     // `from` begins with ~
};
// Returns the bits of y from its lowest bit on, then those of x.
std::vector<MaxasBit> maxas_bits(const SgemmKernel& kernel, maxas::RegisterMap map);
// Returns the constant that makes the map linear if register numbers are XORed with it: 3 for the published map, 0 for
// the plain ones.
int register_constant(const SgemmKernel& kernel, maxas::RegisterMap map);

}  // namespace tcviz::inline app_session
