// The part of BodyExpressionParser that reads casts and calls, and the choice among a function's overloads.
#include <fmt/format.h>

#include "gpu/ops/body_expression_parser.hpp"

namespace tcviz {
namespace {

constexpr std::size_t most_arguments = 3;

struct ArgumentTypes {
  bool any_float = false, any_double = false, any_whole = false, any_unsigned = false;
};

ArgumentTypes types_of(const std::vector<BodyValue>& arguments) {
  ArgumentTypes types;
  for (const BodyValue& each : arguments) {
    types.any_float |= each.type == BodyType::Float;
    types.any_double |= each.type == BodyType::Double;
    types.any_whole |= is_whole(each.type);
    types.any_unsigned |= each.type == BodyType::Unsigned;
  }
  return types;
}

// The type that the arguments are taken as; none where NVRTC finds several overloads equally good.
std::optional<BodyType> choose_type(const BodyFunction& function, const ArgumentTypes& types) {
  const bool compares = function.typing == BodyTyping::Common;
  if (function.typing == BodyTyping::Fixed) return function.parameter;
  if (!types.any_float && !types.any_double) {
    if (compares) return types.any_unsigned ? BodyType::Unsigned : BodyType::Int;
    if (function.typing == BodyTyping::Abs && !types.any_unsigned) return BodyType::Int;
    return std::nullopt;
  }
  if (compares && types.any_whole) return std::nullopt;
  if (function.typing == BodyTyping::Power && types.any_unsigned) return std::nullopt;
  if (types.any_float && types.any_double && !compares) return std::nullopt;
  return types.any_double ? BodyType::Double : BodyType::Float;
}

// Of whole numbers or of bits alone: an operation of the formulae's; a Move gives the bits another type.
BodyValue emit_operation(const BodyFunction& function, BodyType type, const std::vector<BodyValue>& arguments,
                         BodyType result, TextRange range, BodyEmitter& emitter) {
  const Opcode op = type == BodyType::Unsigned ? function.for_unsigned : function.for_int;
  if (op == Opcode::Move) return {arguments.front().place, result, range};
  return emitter.compute(op, type, arguments.front(), arguments.back(), result, range);
}

}  // namespace

BodyValue emit_call(const BodyFunction& function, std::vector<BodyValue> arguments, TextRange range,
                    BodyEmitter& emitter, const BodyCursor& cursor) {
  const auto type = choose_type(function, types_of(arguments));
  if (!type) {
    cursor.complain(range,
                    fmt::format("`{}` has no overload for these types in a kernel: cast the whole numbers, as in "
                                "{}((float)row)",
                                function.name, function.name));
    return {0, BodyType::Unknown, range};
  }
  for (BodyValue& each : arguments) each = emitter.convert(each, *type);
  const BodyType result = function.result == BodyType::Unknown ? *type : function.result;
  if (is_whole(*type) || function.single == nullptr)
    return emit_operation(function, *type, arguments, result, range, emitter);
  arguments.resize(most_arguments, arguments.back());
  const BodyValue value = emitter.call(function, *type, {arguments[0], arguments[1], arguments[2]}, range);
  return emitter.convert(value, result);
}

// "(" type ")" ahead?
bool BodyExpressionParser::at_cast() const {
  if (!cursor_.at_sign("(") || !find_body_type(cursor_.peek(1).text)) return false;
  std::size_t ahead = 1;
  while (find_body_type(cursor_.peek(ahead).text)) ++ahead;
  return cursor_.peek(ahead).text == ")";
}

BodyType BodyExpressionParser::type_words(TextRange range) {
  std::optional<BodyType> type;
  for (; find_body_type(cursor_.peek().text); cursor_.next()) {
    const auto joined = join_type_words(type, *find_body_type(cursor_.peek().text));
    if (!joined)
      cursor_.complain(cursor_.peek().range, fmt::format("`{} {}` is no type", name_of(*type), cursor_.peek().text));
    type = joined.value_or(BodyType::Unknown);
  }
  if (!type) cursor_.complain(range, "expected a type: int, unsigned, float, double or bool");
  return type.value_or(BodyType::Unknown);
}

BodyValue BodyExpressionParser::converted(const BodyValue& value, BodyType type, TextRange range) {
  if (value.type == BodyType::Unknown || type == BodyType::Unknown) return nothing(range);
  BodyValue result = emitter_.convert(value, type);
  result.range = join(range, value.range);
  return result;
}

BodyValue BodyExpressionParser::cast() {
  const TextRange open = cursor_.next().range;
  const BodyType type = type_words(open);
  cursor_.accept(")");
  return converted(unary(), type, open);
}

// "static_cast" is read.
BodyValue BodyExpressionParser::static_cast_of(const Token& word) {
  if (!cursor_.accept("<")) {
    cursor_.complain(word.range, "expected static_cast<float>(...) or another type");
    return nothing(word.range);
  }
  const BodyType type = type_words(word.range);
  const bool closed = cursor_.accept(">");
  const TextRange open = cursor_.peek().range;
  if (!closed || !cursor_.accept("(")) {
    cursor_.complain(word.range, "expected static_cast<float>(...) or another type");
    return nothing(word.range);
  }
  const BodyValue value = parse_value();
  expect(")", open);
  return converted(value, type, word.range);
}

// A function's or type's name is read.
BodyValue BodyExpressionParser::call(const Token& name) {
  const auto type = find_body_type(name.text);
  const BodyFunction* function = find_body_function(name.text);
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("(")) {
    cursor_.complain(name.range, fmt::format("`{}` is a type: expected a value", name.text));
    return nothing(name.range);
  }
  if (!type && function == nullptr) unknown_name(name);
  std::vector<BodyValue> arguments;
  bool known = true;
  if (!cursor_.at_sign(")")) do {
      arguments.push_back(parse_value());
      known = known && arguments.back().type != BodyType::Unknown;
    } while (cursor_.accept(",") && arguments.size() < 100);
  expect(")", open);
  const TextRange range = join(name.range, cursor_.tokens[cursor_.at - 1].range);
  const std::size_t wanted = type || function == nullptr ? 1 : static_cast<std::size_t>(function->arguments);
  if ((!type && function == nullptr) || !known) return nothing(range);
  if (arguments.size() != wanted) {
    cursor_.complain(range, fmt::format("{} takes {} argument{}, not {}", name.text, wanted, wanted == 1 ? "" : "s",
                                        arguments.size()));
    return nothing(range);
  }
  if (type) return converted(arguments.front(), *type, range);
  return emit_call(*function, std::move(arguments), range, emitter_, cursor_);
}

}  // namespace tcviz
