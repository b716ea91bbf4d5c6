// A C expression over named variables: text -> something that can be evaluated often and quickly. With C's precedence,
// its int and unsigned, and its meaning; what C leaves undefined is an error, never a number.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_formula {

class Expression {
 public:
  // Returns the value for one set of variables: from -2147483648 to 4294967295. Allocates; for many use an Evaluator.
  Result<std::int64_t> evaluate(const Variables& variables) const;

  bool reads(Variable variable) const { return program_.reads(variable); }
  bool is_unsigned() const { return tcviz::is_unsigned(program_.outputs.front().type); }
  int operators() const { return operators_; }  // binary ones, as written
  const Program& program() const { return program_; }

 private:
  friend Parsed<Expression> parse_expression(std::string_view text, Inputs inputs);
  Program program_;
  int operators_ = 0;
};

// Reads an expression with the names of gpu/language/c/names.hpp: tid, lane, i, reg, row, col, groupID, M, ... `inputs`
// says which of them may be used.
Parsed<Expression> parse_expression(std::string_view text, Inputs inputs = Inputs::All);

// Evaluates one expression again and again, without allocation. The expression must outlive it.
class Evaluator {
 public:
  explicit Evaluator(const Expression& expression) : interpreter_(expression.program()) {}
  // Returns the value, or none if C leaves it undefined; `undefined()` then says why.
  std::optional<std::int64_t> operator()(const Variables& variables) {
    if (interpreter_.run(variables) != RunState::Done) return std::nullopt;
    return interpreter_.output(0);
  }
  Undefined undefined() const { return interpreter_.undefined(); }

 private:
  Interpreter interpreter_;
};

}  // namespace tcviz::inline gpu_formula
