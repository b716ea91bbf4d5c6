// Expressions as they are put together: text with its outermost operator, and its number of operators.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_deduce {

struct Spelled {
  std::string text;
  std::string op;     // the outermost one; empty: a name or a number
  int operators = 0;  // binary ones, as a tree
};

Spelled spell_leaf(std::string text);
Spelled spell_number(std::int64_t value);  // 0 to 9 and large numbers in decimal: people read these most easily
// Joins two operands. Puts parentheses around every operand with another operator, so that a reader need not know that
// & binds less tightly than <<, and no compiler warns.
Spelled combine(const Spelled& left, std::string_view op, const Spelled& right);

}  // namespace tcviz::inline gpu_deduce
