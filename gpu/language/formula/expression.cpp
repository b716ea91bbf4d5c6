#include "gpu/language/formula/expression.hpp"

#include <fmt/format.h>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_formula {
Parsed<Expression> parse_expression(std::string_view text, Inputs inputs) {
  Parsed<Expression> parsed;
  std::vector<Token> tokens;
  read_tokens(text, tokens, parsed.diagnostics, Fractions::Read);
  Expression expression;
  Emitter emitter;
  emitter.start(expression.program_);
  Cursor cursor{tokens, &parsed.diagnostics};
  Parser parser(cursor, emitter, {.inputs = inputs});
  const Value value = parser.whole_expression_alone();
  if (!parsed.diagnostics.empty()) return parsed;
  emitter.output(value.place, promoted(value.type()));
  emitter.finish();
  expression.operators_ = parser.operators();
  parsed.value = std::move(expression);
  return parsed;
}

Result<std::int64_t> Expression::evaluate(const Variables& variables) const {
  Evaluator evaluate(*this);
  if (const auto value = evaluate(variables)) return *value;
  return negative(evaluate.undefined().message);
}

}  // namespace tcviz::inline gpu_formula
