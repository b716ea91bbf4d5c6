// A text of any notation as programs that compute row, col, the linear index, or the inverse. Which notation it is, is
// found from the text.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/formula/scope.hpp"
#include "gpu/formula/scratch.hpp"

namespace tcviz {

enum class Notation : std::uint8_t { Expression, Statements, Function, Ptx, Cute, Bases };
std::string_view describe(Notation notation);  // "a C expression", "the PTX manual's style", ...

// What an output of a formula is. Linear: row * cols + col.
enum class Quantity : std::uint8_t { Row, Col, Linear, Tid, I };
std::string_view name_of(Quantity target);  // "row"

struct Formula {
  Notation notation = Notation::Expression;
  Program program;
  std::vector<Quantity> targets;  // of the program's outputs, in their order
  int operators = 0;              // binary ones, as written
  // How many threads and values the text itself speaks of (CuTe, bases); 0: it does not say.
  int threads = 0, values = 0;

  bool has(Quantity target) const;
  std::size_t output_of(Quantity target) const;  // only where has(target)
};

struct ReadOptions {
  Inputs inputs = Inputs::Slot;
  // What the value of an expression or of `return` is. Texts that assign to row and col say it themselves.
  Quantity value = Quantity::Linear;
};

// The notation that the text looks most like; errors are reported against it.
Notation recognise(std::string_view text);
Parsed<Formula> read_formula(std::string_view text, const ReadOptions& options);

// Reads formulae again and again without allocation: for every key stroke, and for the search of repairs.
class FormulaReader {
 public:
  // True: `formula` is what the text says. False: `diagnostics()` says why not. The notation is told in both cases.
  bool read(std::string_view text, const ReadOptions& options, Formula& formula);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::span<const Token> tokens() const { return tokens_; }

 private:
  void read_tokens_as(Notation notation, const ReadOptions& options, Formula& formula);
  void read_statements(std::span<const Token> tokens, bool functions, const ReadOptions& options, Formula& formula);
  void read_expression(const ReadOptions& options, Formula& formula);

  std::vector<Token> tokens_;
  std::vector<Diagnostic> diagnostics_;
  Emitter emitter_;
  Scope scope_;
  Scratch scratch_;
};

}  // namespace tcviz
