#include "gpu/ops/body_expression_parser.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

constexpr int deepest = 200;

constexpr std::array<std::string_view, 13> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

// What a float or double can be an operand of.
constexpr std::array<Opcode, 11> of_fractions = {Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Div,
                                                 Opcode::Lt,  Opcode::Le,  Opcode::Eq,  Opcode::Ne,
                                                 Opcode::Neg, Opcode::Not, Opcode::Move};

bool takes_fractions(Opcode op) { return std::ranges::find(of_fractions, op) != of_fractions.end(); }

std::string only_whole(std::string_view sign, BodyType type) {
  return fmt::format("`{}` works on whole numbers, and this is a {}", sign, name_of(type));
}

}  // namespace

bool is_assignment(const Token& token) {
  return token.kind == TokenKind::Sign && std::ranges::find(assignments, token.text) != assignments.end();
}

bool BodyExpressionParser::too_deep() {
  if (depth_ <= deepest) return false;
  cursor_.give_up(cursor_.peek().range, fmt::format("this is nested more than {} deep, which is too much", deepest));
  return true;
}

// value = expression
BodyValue BodyExpressionParser::parse_value() {
  BodyValue value = parse();
  const Token& token = cursor_.peek();
  if (!is_assignment(token)) return value;
  cursor_.next();
  if (token.text != "=") {
    cursor_.complain(token.range, fmt::format("`{}` changes a variable: make it a statement of its own", token.text));
    return nothing(token.range);
  }
  cursor_.complain(token.range, "`=` assigns, and an assignment is a statement of its own: `==`?", "==");
  parse();
  return nothing(token.range);
}

// expression = binary [ "?" value ":" expression ]
BodyValue BodyExpressionParser::parse() {
  ++depth_;
  BodyValue value = too_deep() ? nothing(cursor_.peek().range) : binary(1);
  if (const TextRange range = cursor_.peek().range; cursor_.accept("?")) value = choice(value, range);
  --depth_;
  return value;
}

// c ? m : n: where c does not hold, jump to n; r = m as the common type, jump over n; r = n as the common type.
BodyValue BodyExpressionParser::choice(const BodyValue& condition, TextRange range) {
  const std::size_t otherwise = emitter_.jump(BodyOp::JumpIfZero, truth(condition).place, range);
  const std::uint32_t result = emitter_.new_temporary();
  const BodyValue first = parse_value();
  const std::size_t conversion = emitter_.convert_into(result, first, first.type);
  const std::size_t over = emitter_.jump(BodyOp::Jump, 0, range);
  emitter_.land(otherwise);
  if (!cursor_.accept(":")) {
    cursor_.complain(range, "this ? has no `:`");
    return nothing(range);
  }
  const BodyValue second = parse();
  const bool same = first.type == second.type;  // two bools stay one
  const BodyType type = same ? first.type : common_type(first.type, second.type);
  emitter_.set_target(conversion, type);
  emitter_.convert_into(result, second, type);
  emitter_.land(over);
  return {result, type, join(condition.range, second.range)};
}

// binary = unary { sign unary }, signs of at least this precedence.
BodyValue BodyExpressionParser::binary(int precedence) {
  BodyValue left = unary();
  for (;;) {
    const Token& token = cursor_.peek();
    const BinaryRow* row = token.kind == TokenKind::Sign ? find_binary(token.text) : nullptr;
    if (row == nullptr || row->precedence < precedence) return left;
    cursor_.next();
    left = row->typing == Typing::Logic ? logic(*row, left, token.range)
                                        : combine(*row, left, binary(row->precedence + 1));
  }
}

// a && b: r = a as a bool; where that decides, jump over b; r = b as a bool.
BodyValue BodyExpressionParser::logic(const BinaryRow& row, const BodyValue& left, TextRange range) {
  const std::uint32_t result = emitter_.new_temporary();
  emitter_.convert_into(result, left, BodyType::Bool);
  const BodyOp op = row.for_int == Opcode::JumpIfZero ? BodyOp::JumpIfZero : BodyOp::JumpIfNot0;
  const std::size_t jump = emitter_.jump(op, result, range);
  const BodyValue right = binary(row.precedence + 1);
  emitter_.convert_into(result, right, BodyType::Bool);
  emitter_.land(jump);
  const bool known = left.type != BodyType::Unknown && right.type != BodyType::Unknown;
  return {result, known ? BodyType::Bool : BodyType::Unknown, join(left.range, right.range)};
}

BodyValue BodyExpressionParser::combine(const BinaryRow& row, const BodyValue& left, const BodyValue& right) {
  const TextRange range = join(left.range, right.range);
  const BodyType common = common_type(left.type, right.type);
  if (common == BodyType::Unknown) return nothing(range);
  if (is_fraction(common) && !takes_fractions(row.for_int)) {
    const BodyValue& wrong = is_fraction(left.type) ? left : right;
    cursor_.complain(wrong.range, only_whole(row.sign, wrong.type));
    return nothing(range);
  }
  const bool shifts = row.typing == Typing::Shift;
  const BodyType type = shifts ? promoted(left.type) : common;
  const BodyValue a = emitter_.convert(left, type);
  const BodyValue b = emitter_.convert(right, shifts ? promoted(right.type) : type);
  const BodyType result = row.typing == Typing::Compare ? BodyType::Bool : type;
  // C++20 [expr.shift]: << of an int means what it means of an unsigned.
  const bool as_unsigned = type == BodyType::Unsigned || row.for_int == Opcode::Shl;
  const Opcode op = as_unsigned ? row.for_unsigned : row.for_int;
  return row.swapped ? emitter_.compute(op, type, b, a, result, range)
                     : emitter_.compute(op, type, a, b, result, range);
}

// unary = sign unary | "(" type ")" unary | primary
BodyValue BodyExpressionParser::unary() {
  ++depth_;
  const Token& token = cursor_.peek();
  BodyValue value;
  if (too_deep()) {
    value = nothing(token.range);
  } else if (token.kind == TokenKind::Sign && find_unary(token.text) != nullptr) {
    value = signed_operand(cursor_.next());
  } else if (at_cast()) {
    value = cast();
  } else {
    value = primary();
  }
  --depth_;
  return value;
}

BodyValue BodyExpressionParser::signed_operand(const Token& sign) {
  const UnaryRow& row = *find_unary(sign.text);
  const BodyValue operand = unary();
  const TextRange range = join(sign.range, operand.range);
  if (operand.type == BodyType::Unknown) return nothing(range);
  if (is_fraction(operand.type) && !takes_fractions(row.for_int)) {
    cursor_.complain(operand.range, only_whole(row.sign, operand.type));
    return nothing(range);
  }
  const bool negates = row.for_int == Opcode::Not;
  const BodyValue value = negates ? truth(operand) : emitter_.convert(operand, promoted(operand.type));
  const Opcode op = value.type == BodyType::Unsigned ? row.for_unsigned : row.for_int;
  return emitter_.compute(op, negates ? BodyType::Int : value.type, value, value, negates ? BodyType::Bool : value.type,
                          range);
}

// primary = number | name | "(" value ")"
BodyValue BodyExpressionParser::primary() {
  const Token& token = cursor_.peek();
  switch (token.kind) {
    case TokenKind::Number:
      return number();
    case TokenKind::Fraction:
      return fraction();
    case TokenKind::Name:
      return name();
    case TokenKind::Bad:  // said already
      return cursor_.next(), nothing(token.range);
    default:
      break;
  }
  if (!cursor_.accept("(")) return missing_operand();
  BodyValue value = parse_value();
  expect(")", token.range);
  value.range = join(token.range, cursor_.tokens[cursor_.at - 1].range);
  return value;
}

BodyValue BodyExpressionParser::missing_operand() {
  const Token& token = cursor_.peek();
  if (is_assignment(token)) {
    cursor_.complain(token.range, fmt::format("`{}` changes a variable: make it a statement of its own", token.text));
    return cursor_.next(), nothing(token.range);
  }
  constexpr std::string_view ends = ");,}]";
  const bool stays = cursor_.at_end() || (token.text.size() == 1 && ends.find(token.text) != ends.npos);
  cursor_.complain(token.range, fmt::format("expected a value before {}", quoted(token)));
  if (!stays && find_binary(token.text) == nullptr && token.text != "?" && token.text != ":") cursor_.next();
  return nothing(token.range);
}

BodyValue BodyExpressionParser::number() {
  const Token& token = cursor_.next();
  return emitter_.constant(token.value, token.is_unsigned ? BodyType::Unsigned : BodyType::Int, token.range);
}

// Read as what it is: a float by way of a double may be rounded twice.
BodyValue BodyExpressionParser::fraction() {
  const Token& token = cursor_.next();
  const char* const end = token.text.data() + token.text.size();
  const bool is_float = (token.text.back() | 0x20) == 'f';
  float single = 0;
  double wide = 0;
  const auto result =
      is_float ? std::from_chars(token.text.data(), end, single) : std::from_chars(token.text.data(), end, wide);
  if (result.ec != std::errc()) {
    cursor_.complain(token.range,
                     fmt::format("{} does not fit into a {}", token.text.substr(0, 40), is_float ? "float" : "double"));
    return nothing(token.range);
  }
  return is_float ? emitter_.constant(cell_of(single), BodyType::Float, token.range)
                  : emitter_.constant(cell_of(wide), BodyType::Double, token.range);
}

// name = variable | input | constant | array "[" value "]" | type "(" value ")" | function "(" values ")"
BodyValue BodyExpressionParser::name() {
  const Token& token = cursor_.next();
  if (token.text == "static_cast") return static_cast_of(token);
  if (cursor_.at_sign("(") || find_body_type(token.text)) return call(token);
  if (const BodyLocal* local = scope_.find(token.text)) return read_local(*local, token.range);
  if (const BodyInputRow* row = find_body_input(token.text))
    return row->input < BodyInput::U ? read_input(*row, token.range) : element(*row, token);
  if (const BodyConstant* known = find_body_constant(token.text))
    return emitter_.constant(known->bits, known->type, token.range);
  unknown_name(token);
  return nothing(token.range);
}

BodyValue BodyExpressionParser::read_local(const BodyLocal& local, TextRange range) {
  if (local.is_checked) emitter_.require(local.has_value, range);
  return {local.place, local.type, range};
}

BodyValue BodyExpressionParser::read_input(const BodyInputRow& row, TextRange range) {
  emitter_.note_use(row.input);
  return {static_cast<std::uint32_t>(row.input), type_of(row, x_), range};
}

BodyValue BodyExpressionParser::element(const BodyInputRow& row, const Token& name) {
  const BodyValue index = parse_index(row, name);
  const TextRange range = join(name.range, cursor_.tokens[cursor_.at - 1].range);
  return index.type == BodyType::Unknown ? nothing(range) : emitter_.element(row.input, type_of(row, x_), index, range);
}

BodyValue BodyExpressionParser::parse_index(const BodyInputRow& row, const Token& name) {
  emitter_.note_use(row.input);
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("[")) {
    cursor_.complain(name.range, fmt::format("`{0}` is an array: write {0}[row] or another index", name.text));
    return nothing(name.range);
  }
  const BodyValue index = parse_value();
  expect("]", open);
  if (index.type == BodyType::Unknown) return nothing(index.range);
  if (is_whole(index.type)) return emitter_.convert(index, promoted(index.type));
  cursor_.complain(index.range,
                   fmt::format("an index is a whole number, and this is a {}: (int)?", name_of(index.type)));
  return nothing(index.range);
}

void BodyExpressionParser::unknown_name(const Token& name) {
  if (cursor_.is_full()) return;
  if (is_other_type(name.text))
    return cursor_.complain(
        name.range,
        fmt::format("the type `{}` is not known here: int, unsigned, float, double and bool are", name.text));
  std::vector<std::string_view> legal;
  for (const BodyLocal& each : scope_.locals()) legal.push_back(each.name);
  for (const BodyInputRow& each : body_inputs) legal.push_back(each.name);
  for (const BodyFunction& each : body_functions()) legal.push_back(each.name);
  for (const BodyConstant& each : body_constants()) legal.push_back(each.name);
  const auto nearest = nearest_words(name.text, legal, 3);
  cursor_.complain(name.range,
                   fmt::format("unknown name `{}`; the nearest known ones are {}", name.text.substr(0, 40),
                               fmt::join(nearest, ", ")),
                   std::string(nearest.front()));
}

void BodyExpressionParser::expect(std::string_view sign, TextRange open) {
  if (cursor_.accept(sign)) return;
  if (cursor_.at_end())
    return cursor_.complain(open, fmt::format("this {} has no `{}`", sign == ")" ? "(" : "[", sign));
  cursor_.complain(cursor_.peek().range,
                   fmt::format("expected an operator or `{}` before {}", sign, quoted(cursor_.peek())));
  // What follows up to there belongs to the same mistake.
  while (!cursor_.at_end() && !cursor_.at_sign(";") && !cursor_.at_sign("}") && !cursor_.at_sign(sign)) cursor_.next();
  cursor_.accept(sign);
}

}  // namespace tcviz
