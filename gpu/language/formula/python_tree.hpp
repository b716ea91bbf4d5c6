// Python's expressions as trees: whole numbers, names, and the operators of formulae. Inside the reader of Python.
#pragma once

#include <array>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// The kinds of nodes. A Call is of min, max, abs or int, or of one of the text's own functions; the operands of an
// Index are a list and a number.
enum class PythonNode : std::uint8_t { Number, Name, Not, Minus, Flip, Binary, Compare, And, Or, Choice, Call, Index };

struct PythonExpression {
  PythonNode kind = PythonNode::Number;
  std::uint32_t value = 0;
  std::string_view text;                 // a name, an operator's sign, a function
  std::array<std::uint32_t, 3> parts{};  // by number; a Choice: condition, then, otherwise
  int count = 0;                         // of parts
  TextRange range;
};

// Reads Python, and keeps its expressions.
class PythonWords : public WordCursor {
 public:
  PythonWords(std::string_view text, std::vector<Diagnostic>& diagnostics, std::pmr::memory_resource* memory)
      : WordCursor(text, WordsOf::Python, diagnostics, memory), trees(memory), functions(memory) {}

  // True if two signs stand side by side, as in // or <<.
  bool at_pair(char first, char second) const;
  bool accept_pair(char first, char second) {
    const bool found = at_pair(first, second);
    if (found) at_ += 2;
    return found;
  }
  // Goes to the place of another of the same words; the trees stay.
  void go_back_to(std::size_t place) { at_ = place; }
  std::size_t place() const { return at_; }
  bool at_line_end() const { return peek().kind == WordKind::Line || peek().kind == WordKind::End || peek().is(";"); }

  std::pmr::vector<PythonExpression> trees;
  std::pmr::vector<std::string_view> functions;  // that the text has defined so far
};

// Reads an expression and returns the number of its tree.
std::uint32_t read_python_expression(PythonWords& words);

}  // namespace tcviz::inline gpu_formula
