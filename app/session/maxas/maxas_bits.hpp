// The C tile as a map of bits: which bit of register, lane or warp is which bit of column y and row x. Found by
// flipping them one by one. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

struct MaxasBit {
  std::string name;  // "y0"
  std::string from;  // "~r0", "lane4"; "-" if no bit reaches it
  bool of_register = false;
  bool inverted = false;
};
// Returns the bits of y from its lowest bit on, then those of x.
std::vector<MaxasBit> maxas_bits(const SgemmKernel& kernel, maxas::RegisterMap map);
// Returns the registers' exclusive or that makes the map linear: 3 for the published one, 0 for plain ones.
int register_constant(const SgemmKernel& kernel, maxas::RegisterMap map);

}  // namespace tcviz::inline app_session
