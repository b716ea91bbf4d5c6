// The parts of linear bases and of CuTe layouts, and the bits of tid and i that each of them stands for. Pure functions
// of a text that has been read without mistakes.
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
  std::string text;             // "(4,0)"; of CuTe the size and its stride, "4:32", if `range` is the stride's
  std::vector<BitName> inputs;  // the lowest first; none: a constant
  bool plain = true;            // false: it is not a power of two, so bits cannot count it
};

// Returns the terms of bases or of a CuTe layout; empty for the other notations.
std::vector<InputTerm> input_terms(Notation notation, std::span<const Token> tokens);

}  // namespace tcviz::inline app_session
