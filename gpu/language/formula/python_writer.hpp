// Writes Python expression trees as C with Python's semantics: // rounds down, % has the sign of the divisor, and `and`
// and `or` return one of their operands. A part of the translation of Python.
#pragma once

#include <optional>

#include "gpu/language/formula/as_c.hpp"
#include "gpu/language/formula/python_tree.hpp"

namespace tcviz::inline gpu_formula {

// A name other than an input: a constant, a list, or a local variable of the text.
struct PythonName {
  std::string_view name;
  enum class Kind : std::uint8_t { Constant, List, Local } kind = Kind::Local;
  std::uint32_t tree = 0;            // for a Constant: its tree
  std::size_t first = 0, count = 0;  // range of a List's numbers, or of a Constant's trees
  bool never_negative = true;        // for a Local: its value is known not to be negative
};

// A number in a list of the text.
struct PythonListNumber {
  bool minus = false;
  std::uint32_t value = 0;
  TextRange range;
};

// Writes the expressions of one text.
class PythonWriter {
 public:
  PythonWriter(PythonWords& words, std::pmr::vector<PythonName>& names, AsC& to)
      : words_(words), names_(names), to_(to) {}

  // Writes an expression.
  void write(std::uint32_t tree);
  // Writes a list as const int MAP[] = {0, 1, ...};
  void write_list(const PythonName& list, std::span<const PythonListNumber> numbers, TextRange range);
  // True if the value is known not to be negative: then C's / and % give the same as Python's // and %.
  bool never_negative(std::uint32_t tree) const;
  // Complains of a constant that stands for itself, in one line or in several, or that is given two values, and returns
  // false: a constant is written wherever its name is used.
  bool is_new(const PythonName& constant, TextRange range);
  PythonName* find(std::string_view name);
  const PythonName* find(std::string_view name) const { return const_cast<PythonWriter*>(this)->find(name); }

 private:
  const PythonExpression& at(std::uint32_t tree) const { return words_.trees[tree]; }
  std::optional<std::uint32_t> constant(std::uint32_t tree) const;
  void sign(std::string_view text, const PythonExpression& of) { to_.sign(text, of.range); }
  void infix(const PythonExpression& tree, std::string_view text);
  void binary(const PythonExpression& tree);
  void power(const PythonExpression& tree);
  void division(const PythonExpression& tree);
  void remainder(const PythonExpression& tree);
  void name(const PythonExpression& tree);
  void call(const PythonExpression& tree);
  // True if the expressions are not too large.
  bool fits();

  PythonWords& words_;
  std::pmr::vector<PythonName>& names_;
  AsC& to_;
};

}  // namespace tcviz::inline gpu_formula
