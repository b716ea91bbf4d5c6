// The part of ExpressionParser that reads operands: numbers, names, casts and calls.
#include <fmt/format.h>

#include "gpu/formula/expression_parser.hpp"

namespace tcviz {

bool ExpressionParser::read_operand() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Number) return read_number(), true;
  if (token.kind == TokenKind::Name) return read_name();
  if (token.kind == TokenKind::Bad) return cursor_.next(), false;  // said already
  if (cursor_.at_sign("(")) {
    cursor_.next();
    if (!read_cast(token)) entries_.push_back({.pending = Pending::Group, .range = token.range});
    return false;
  }
  if (const UnaryRow* row = find_unary(token.text); row != nullptr && token.kind == TokenKind::Sign) {
    cursor_.next();
    entries_.push_back({.pending = Pending::Unary, .unary = row, .range = token.range});
    return false;
  }
  // %laneid and its like: a register of PTX.
  if (cursor_.at_sign("%") && cursor_.peek(1).kind == TokenKind::Name) return cursor_.next(), false;
  return missing_operand(), true;
}

void ExpressionParser::missing_operand() {
  const Token& token = cursor_.peek();
  if (cursor_.at_sign("++") || cursor_.at_sign("--")) {
    cursor_.complain(token.range, fmt::format("{} changes a variable, which an expression may not", token.text));
    cursor_.next();
  } else {
    const bool stays =
        cursor_.at_end() || token.text == ")" || token.text == ";" || token.text == "," || token.text == "}";
    cursor_.complain(token.range, fmt::format("expected a value before {}", quoted(token)));
    if (!stays && find_binary(token.text) == nullptr && token.text != "?" && token.text != ":") cursor_.next();
  }
  push(emitter_.constant(0, false, token.range));
}

void ExpressionParser::read_number() {
  const Token& token = cursor_.next();
  push(emitter_.constant(token.value, token.is_unsigned, token.range));
}

bool ExpressionParser::read_name() {
  const Token& token = cursor_.next();
  if (token.text == "static_cast") return read_static_cast(), false;
  if (const auto scalar = find_type(token.text)) {
    if (cursor_.at_sign("(")) {
      cursor_.next();
      entries_.push_back(
          {.pending = Pending::Call, .scalar = *scalar, .functional = true, .arguments = 1, .range = token.range});
      return false;
    }
    cursor_.complain(token.range, fmt::format("expected a value before {}, a type", quoted(token)));
    return false;
  }
  if (cursor_.at_sign("(")) return open_call(find_function(token.text), token), false;
  if (const Local* local = scope_.find_local(token.text)) {
    const Value value{local->place, is_unsigned(local->scalar), token.range};
    if (local->checked)
      emitter_.store(Opcode::Require, local->has_value, {local->has_value, false, token.range}, token.range);
    return push(value), true;
  }
  const NameRow* row = scope_.find_parameter(token.text);
  if (row == nullptr) row = find_name(token.text, scope_.inputs());
  if (row != nullptr) return push(input(*row, token.range)), true;
  if (token.text == no_case) {  // made by readers of other notations: reaching it is an error
    const Value zero = emitter_.constant(0, false, token.range);
    emitter_.store(Opcode::Require, emitter_.new_local(), zero, token.range);
    return push(zero), true;
  }
  if (token.text == "warpSize") return push(emitter_.constant(32, false, token.range)), true;
  if (token.text == "true" || token.text == "false")
    return push(emitter_.constant(token.text == "true", false, token.range)), true;
  unknown_name(token);
  return push(emitter_.constant(0, false, token.range)), true;
}

Value ExpressionParser::input(const NameRow& row, TextRange range) {
  const Value value = emitter_.variable(row.variable, row.is_unsigned, range);
  if (row.derived == Opcode::Move) return value;
  return emitter_.apply(row.derived, value, emitter_.constant(row.operand, false, range), row.is_unsigned, range);
}

void ExpressionParser::unknown_name(const Token& name) {
  if (cursor_.is_full()) return;
  if (is_input(name.text))
    return cursor_.complain(name.range, fmt::format("`{}` is a result here, not something to compute from", name.text));
  if (is_wide_type(name.text))
    return cursor_.complain(name.range, fmt::format("`{}` is not known here: formulae are int and unsigned", name.text),
                            "int");
  const std::vector<std::string_view> words = scope_.words();
  const auto nearest = nearest_names(name.text, scope_.inputs(), words);
  std::string list;
  for (const std::string_view word : nearest) list += fmt::format("{}{}", list.empty() ? "" : ", ", word);
  cursor_.complain(name.range,
                   fmt::format("unknown name `{}`; the nearest known ones are {}", name.text.substr(0, 40), list),
                   std::string(nearest.front()));
}

// "(" is read: is it "(int)", a cast?
bool ExpressionParser::read_cast(const Token& open) {
  std::optional<Scalar> scalar;
  std::size_t ahead = 0;
  for (; cursor_.peek(ahead).kind == TokenKind::Name; ++ahead) {
    const auto found = find_type(cursor_.peek(ahead).text);
    if (!found) return false;
    scalar = combine(scalar, *found);
  }
  if (!scalar || cursor_.peek(ahead).text != ")") return false;
  const TextRange range = join(open.range, cursor_.peek(ahead).range);
  cursor_.at += ahead + 1;
  entries_.push_back({.pending = Pending::Cast, .scalar = *scalar, .range = range});
  return true;
}

// "static_cast" is read: <int>( follows.
void ExpressionParser::read_static_cast() {
  const TextRange range = cursor_.peek().range;
  std::optional<Scalar> scalar;
  if (cursor_.accept("<")) {
    for (; cursor_.peek().kind == TokenKind::Name; cursor_.next())
      if (const auto found = find_type(cursor_.peek().text)) scalar = combine(scalar, *found);
    if (!cursor_.accept(">")) scalar.reset();
  }
  if (!scalar || !cursor_.accept("(")) return cursor_.complain(range, "expected static_cast<int>(...) or another type");
  entries_.push_back({.pending = Pending::Call, .scalar = *scalar, .functional = true, .arguments = 1, .range = range});
}

// "name" is read, "(" follows.
void ExpressionParser::open_call(const FunctionRow* function, const Token& name) {
  if (function == nullptr) unknown_name(name);
  cursor_.next();
  entries_.push_back({.pending = Pending::Call, .function = function, .arguments = 1, .range = name.range});
}

}  // namespace tcviz
