// Expressions while they are composed: text, outermost operator, and number of operators.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_deduce {

// An expression as text.
struct Spelled {
  std::string text;
  std::string op;     // the outermost operator; empty: a name or a number
  int operators = 0;  // number of binary operators
};

// Returns a name as an expression.
Spelled spell_leaf(std::string text);
// Returns a number as an expression; 0 to 9 and large numbers are decimal, which people read most easily.
Spelled spell_number(std::int64_t value);
// Returns `left` op `right`, with parentheses around every operand that has another operator, so that readers need not
// know precedences and no compiler warns.
Spelled combine(const Spelled& left, std::string_view op, const Spelled& right);

}  // namespace tcviz::inline gpu_deduce
