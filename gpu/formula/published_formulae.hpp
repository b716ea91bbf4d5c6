// Formulae that documents state, word for word but for the spacing, with what they claim to describe. Data only:
// whether a claim is true is for the check to say, on the layouts of the sources.
#pragma once

#include <span>
#include <string_view>

namespace tcviz {

struct PublishedFormula {
  std::string_view name;      // "README, Volta, float"
  std::string_view document;  // and where in it
  std::string_view kind;
  // What it is said to hold for, as architectures with a blank between them: "sm_75 sm_80".
  std::string_view architectures;
  // row and col, or one text with both.
  std::string_view row, col, text;
  // What a reader must know; where the claim does not hold, why.
  std::string_view note;
};

std::span<const PublishedFormula> published_formulae();

}  // namespace tcviz
