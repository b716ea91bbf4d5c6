// Results of the search for the fewest operators for the layouts that are known here, kept because the search takes
// long. Made by tests/formula/make_known_formulae.cpp. Nothing is believed: the code that takes a row proves its
// formula on every slot.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_deduce {

struct KnownFormula {
  std::uint64_t signature;  // of the function's sizes and values
  int none_below;           // the exhaustive search found nothing with fewer operators
  std::string_view formula;
};

std::span<const KnownFormula> known_formulae();

}  // namespace tcviz::inline gpu_deduce
