// A C expression over named variables: parsed once, evaluated often and quickly. It has C's precedence, int and
// unsigned, and semantics; what C leaves undefined is an error.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_formula {

// A parsed expression.
class Expression {
 public:
  // Returns the value for one set of variables: -2147483648 to 4294967295. Allocates; use an Evaluator for many
  // evaluations.
  Result<std::int64_t> evaluate(const Variables& variables) const;

  bool reads(Variable variable) const { return program_.reads(variable); }
  bool is_unsigned() const { return tcviz::is_unsigned(program_.outputs.front().type); }
  // Returns the number of binary operators in the text.
  int operators() const { return operators_; }
  const Program& program() const { return program_; }

 private:
  friend Parsed<Expression> parse_expression(std::string_view text, Inputs inputs);
  Program program_;
  int operators_ = 0;
};

// Parses an expression with the names of gpu/language/c/names.hpp: tid, lane, i, reg, row, col, groupID, M, ...
// `inputs` says which of them are allowed.
Parsed<Expression> parse_expression(std::string_view text, Inputs inputs = Inputs::All);

// Evaluates one expression repeatedly without allocation. The expression must outlive it.
class Evaluator {
 public:
  explicit Evaluator(const Expression& expression) : interpreter_(expression.program()) {}
  // Returns the value; none if C leaves it undefined, and undefined() returns the reason.
  std::optional<std::int64_t> operator()(const Variables& variables) {
    if (interpreter_.run(variables) != RunState::Done) return std::nullopt;
    return interpreter_.output(0);
  }
  Undefined undefined() const { return interpreter_.undefined(); }

 private:
  Interpreter interpreter_;
};

}  // namespace tcviz::inline gpu_formula
