#include "gpu/formula/expression.hpp"

#include <fmt/format.h>

#include "gpu/formula/expression_parser.hpp"

namespace tcviz {
Parsed<Expression> parse_expression(std::string_view text, Inputs inputs) {
  Parsed<Expression> parsed;
  std::vector<Token> tokens;
  read_tokens(text, tokens, parsed.diagnostics);
  Expression expression;
  Emitter emitter;
  emitter.start(expression.program_);
  Scope scope;
  scope.start(inputs);
  Cursor cursor{tokens, &parsed.diagnostics};
  const ParsedValue value = ExpressionParser(cursor, scope, emitter).parse(true);
  expect_end(cursor);
  if (!parsed.diagnostics.empty()) return parsed;
  emitter.output(value.value);
  emitter.finish();
  expression.operators_ = value.operators;
  parsed.value = std::move(expression);
  return parsed;
}

Result<std::int64_t> Expression::evaluate(const Variables& variables) const {
  Evaluator evaluate(*this);
  if (const auto value = evaluate(variables)) return *value;
  return negative(evaluate.undefined().message);
}

}  // namespace tcviz
