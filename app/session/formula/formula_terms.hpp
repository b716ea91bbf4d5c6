// The terms of a formula, and which bits of tid and i each of them carries to which bits of row and col. Pure functions
// of a text.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// One bit that a term carries.
struct BitWay {
  BitName from;
  bool to_row = true;
  int to = 0;  // bit of row or col
  friend bool operator==(const BitWay&, const BitWay&) = default;
};

// A summand of an expression, with its bits.
struct FormulaTerm {
  int field = 0;  // of the editor: 0 row or the one text, 1 col
  Quantity of = Quantity::Row;
  TextRange range;
  std::string text;
  std::vector<BitWay> ways;  // the lowest input bits first; none if it is a constant
  bool plain = true;         // it is no more than these bits; false: it adds, multiplies or compares them
};

struct FormulaTerms {
  std::vector<FormulaTerm> terms;
  // The inputs that move each bit of the result, the lowest bit first. Empty if the formula gives none.
  std::vector<BitSum> row, col;
};

// `texts` are the fields of the editor, `values` the quantities of an expression in each of them.
struct FieldText {
  int field = 0;
  std::string_view text;
  Quantity value = Quantity::Linear;
};
FormulaTerms formula_terms(const std::vector<FieldText>& fields, const Layout& layout);

}  // namespace tcviz::inline app_session
