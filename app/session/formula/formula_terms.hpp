// Splits a formula into its terms, and finds for each term the bits of tid and i that it moves to bits of row and col:
// (tid >> 2) moves bit 2 of tid to bit 0.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/base/bit_sources.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// An input bit that a term moves to a bit of row or col.
struct BitWay {
  BitName from;
  bool to_row = true;
  int to = 0;  // number of the bit of row or col, from 0
  friend bool operator==(const BitWay&, const BitWay&) = default;
};

// A term: one of the operands of the +, | or ^ of an expression.
struct FormulaTerm {
  int field = 0;                // of the editor: 0 is row or the single text, 1 is col
  Quantity of = Quantity::Row;  // the result that the term belongs to
  TextRange range;              // position in the field
  std::string text;
  std::vector<BitWay> ways;  // the lowest input bit first; empty for a constant
  bool plain = true;         // the term is just the XOR of these bits; false: it adds, multiplies or compares
};

struct FormulaTerms {
  std::vector<FormulaTerm> terms;
  // For each bit of the result, from the lowest, the input bits that change it. Empty if the formula lacks that result.
  std::vector<BitSum> row, col;
};

// A field of the editor, and the result that an expression in it computes.
struct FieldText {
  int field = 0;
  std::string_view text;
  Quantity value = Quantity::Linear;
};
// Returns the terms of all `fields`. `layout` gives the numbers of threads, values, rows and columns.
FormulaTerms formula_terms(const std::vector<FieldText>& fields, const Layout& layout);

}  // namespace tcviz::inline app_session
