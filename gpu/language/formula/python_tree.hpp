// Parses Python expressions to trees: integers, names, and the operators of formulae. A part of the translation of
// Python.
#pragma once

#include <array>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// The kinds of nodes. Call: min, max, abs, int or a function that the text defines. Index: an element of a list; its
// operands are the list and a number.
enum class PythonNode : std::uint8_t { Number, Name, Not, Minus, Flip, Binary, Compare, And, Or, Choice, Call, Index };

struct PythonExpression {
  PythonNode kind = PythonNode::Number;
  std::uint32_t value = 0;
  std::string_view text;  // a name, the sign of an operator, or the name of a function
  // Numbers of operand trees; for a Choice: condition, value if true, value if false.
  std::array<std::uint32_t, 3> parts{};
  int count = 0;  // number of operands
  TextRange range;
};

// The words of a Python text, with the expressions parsed so far.
class PythonWords : public WordCursor {
 public:
  PythonWords(std::string_view text, std::vector<Diagnostic>& diagnostics, std::pmr::memory_resource* memory)
      : WordCursor(text, WordsOf::Python, diagnostics, memory), trees(memory), functions(memory) {}

  // True if the next two words are these signs without a space between them, as in // or <<.
  bool at_pair(char first, char second) const;
  bool accept_pair(char first, char second) {
    const bool found = at_pair(first, second);
    if (found) at_ += 2;
    return found;
  }
  // Moves the position to word number `place`; keeps the trees.
  void go_back_to(std::size_t place) { at_ = place; }
  std::size_t place() const { return at_; }
  bool at_line_end() const { return peek().kind == WordKind::Line || peek().kind == WordKind::End || peek().is(";"); }

  std::pmr::vector<PythonExpression> trees;
  std::pmr::vector<std::string_view> functions;  // names of the functions that the text has defined so far
};

// Parses an expression and returns the number of its tree.
std::uint32_t read_python_expression(PythonWords& words);

}  // namespace tcviz::inline gpu_formula
