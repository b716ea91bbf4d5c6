// What the search for the fewest operators found for the layouts that are known here, kept because it takes long. Made
// by tests/formula/make_known_formulae.cpp; nothing is believed: whoever takes a row proves its formula on every slot.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tcviz {

struct KnownFormula {
  std::uint64_t signature;  // of the function's sizes and values
  int none_below;           // the exhaustive search found nothing with fewer operators
  std::string_view formula;
};

std::span<const KnownFormula> known_formulae();

}  // namespace tcviz
