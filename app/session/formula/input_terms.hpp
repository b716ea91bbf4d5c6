// Splits a formula in the notation of linear bases or of CuTe layouts into its parts, and finds the bits of tid and i
// that each part describes. The text must have been read without a mistake.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "gpu/language/c/token.hpp"
#include "gpu/language/formula/formula.hpp"

namespace tcviz::inline app_session {

struct InputTerm {
  TextRange range;
  std::string text;             // "(4,0)"; CuTe: a size with its stride, "4:32" (`range` is that of the stride)
  std::vector<BitName> inputs;  // the lowest first; empty for a constant
  bool plain = true;            // false: the size is not a power of two, so it is not a number of bits
};

// Returns the parts of `tokens`; empty for other notations.
std::vector<InputTerm> input_terms(Notation notation, std::span<const Token> tokens);

}  // namespace tcviz::inline app_session
