// The parts of linear bases and of CuTe layouts, and which bits of tid and i each of them speaks for. Pure functions of
// a text that has been read without mistakes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/ui/bit_sources.hpp"
#include "gpu/formula/formula.hpp"
#include "gpu/formula/token.hpp"

namespace tcviz {

struct InputTerm {
  TextRange range;
  std::string text;             // "(4,0)"; of CuTe the size and its stride, "4:32", where `range` is the stride's
  std::vector<BitName> inputs;  // the lowest first; none: a constant
  bool plain = true;            // false: it is no power of two, and so counts in more than bits
};

// Empty for the other notations.
std::vector<InputTerm> input_terms(Notation notation, std::span<const Token> tokens);

}  // namespace tcviz
