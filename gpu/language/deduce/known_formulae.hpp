// Stored results of the search for the fewest operators, for the layouts in this program, because the search takes
// long. Made by tests/formula/make_known_formulae.cpp. Each formula is checked on every slot before it is used.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_deduce {

struct KnownFormula {
  std::uint64_t signature;  // signature_of() the function
  int none_below;           // the exhaustive search found no formula with fewer operators
  std::string_view formula;
};

std::span<const KnownFormula> known_formulae();

}  // namespace tcviz::inline gpu_deduce
