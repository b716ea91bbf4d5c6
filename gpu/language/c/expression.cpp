// The part of Parser that reads expressions: operators and the conversions between their operands.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/word_filter.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr int deepest = 400, most_choices = 400;

constexpr std::array<std::string_view, 13> assignment_signs = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

constexpr WordFilter assignment_filter = filter_of(assignment_signs);

// The operators that take a float or double.
constexpr std::array<Opcode, 11> of_fractions = {Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Div,
                                                 Opcode::Lt,  Opcode::Le,  Opcode::Eq,  Opcode::Ne,
                                                 Opcode::Neg, Opcode::Not, Opcode::Move};

bool takes_fractions(Opcode op) { return std::ranges::find(of_fractions, op) != of_fractions.end(); }

std::string only_whole(std::string_view sign, Type type) {
  return fmt::format("`{}` works on whole numbers, and this is a {}", sign, name_of(type));
}

}  // namespace

bool is_assignment(const Token& token) {
  return token.kind == TokenKind::Sign && assignment_filter.may_have(token.text) &&
         std::ranges::find(assignment_signs, token.text) != assignment_signs.end();
}

bool Parser::too_deep() {
  if (depth_ <= deepest) return false;
  cursor_.give_up(cursor_.peek().range, fmt::format("this is nested more than {} deep, which is too much", deepest));
  return true;
}

Value Parser::expression_alone() {
  const Value value = rvalue(expression());
  const Token& token = cursor_.peek();
  if (cursor_.at_end() || token.kind == TokenKind::Bad) return value;
  const bool closes = token.text == ")";
  cursor_.complain(
      token.range,
      closes ? "this ) has no `(`" : fmt::format("expected an operator or the end before {}", quoted(token)),
      closes ? std::optional<std::string>("") : std::nullopt);
  return value;
}

Value Parser::whole_expression_alone() {
  const Value value = expression_alone();
  if (is_fraction(value.type())) cursor_.complain(value.range, "this is a fraction, and a place is a whole number");
  return is_whole(value.type()) ? value : nothing(value.range);
}

// Reads expression = assignment {"," assignment}.
Value Parser::expression() {
  Value value = assignment();
  while (cursor_.accept(",")) {  // a, b: the value of a is not used
    emitter_.release(value);
    value = rvalue(assignment());
  }
  return value;
}

Value Parser::assignment() {
  const Value value = conditional();
  const Token& token = cursor_.peek();
  if (!is_assignment(token)) return value;
  const Token sign = cursor_.next();
  return changed_inside(value, sign, is_step(sign));
}

// Reads conditional = binary [ "?" expression ":" conditional ].
Value Parser::conditional() {
  ++depth_;
  Value value = too_deep() ? nothing(cursor_.peek().range) : binary(1);
  if (const TextRange range = cursor_.peek().range; cursor_.accept("?")) value = choice(value, range);
  --depth_;
  return value;
}

// Writes c ? m : n: if c does not hold, jump to n; r = m as the common type, jump over n; r = n as the common type.
Value Parser::choice(const Value& condition, TextRange range) {
  const Value holds = truth(rvalue(condition));
  if (const auto known = constant_value(holds)) return constant_choice(*known != 0, join(condition.range, range));
  emitter_.release(holds);
  const std::size_t otherwise = emitter_.jump(Opcode::JumpIfZero, holds.place, range);
  const std::uint32_t base = emitter_.in_use();
  ++guarded_;
  const Value first = rvalue(expression());
  emitter_.reset(base);
  Value result = emitter_.take(first.type(), range);
  const std::size_t conversion = emitter_.convert_into(result.place, first, first.type());
  const std::size_t over = emitter_.jump(range);
  emitter_.land(otherwise);
  if (!cursor_.accept(":")) {
    cursor_.complain(range, "this ? has no `:`");
    --guarded_;
    return nothing(range);
  }
  emitter_.reset(base);
  --depth_;  // a ? b : c ? d : e is a list, not a nest
  if (++choices_ > most_choices) cursor_.give_up(range, fmt::format("more than {} of ? : are too many", most_choices));
  const Value second = rvalue(conditional());
  --choices_;
  ++depth_;
  --guarded_;
  const bool same = first.type() == second.type();  // two bools stay one
  const Type type = same ? first.type() : common_type(first.type(), second.type());
  emitter_.set_target(conversion, type);
  emitter_.convert_into(result.place, second, type);
  emitter_.land(over);
  emitter_.reset(base);
  result = emitter_.take(type, join(condition.range, second.range));
  return result;
}

// Reads a choice by a constant: only one of the two values is carried out; both give the type.
Value Parser::constant_choice(bool holds, TextRange range) {
  const std::uint32_t steps = emitter_.here();
  const Value first = rvalue(expression());
  if (!holds) emitter_.truncate(steps);
  if (!cursor_.accept(":")) {
    cursor_.complain(range, "this ? has no `:`");
    return nothing(range);
  }
  const std::uint32_t between = emitter_.here();
  if (++choices_ > most_choices) cursor_.give_up(range, fmt::format("more than {} of ? : are too many", most_choices));
  --depth_;
  const Value second = rvalue(conditional());
  ++depth_;
  --choices_;
  if (holds) emitter_.truncate(between);
  const Type type = first.type() == second.type() ? first.type() : common_type(first.type(), second.type());
  return to_type(holds ? first : second, type, range);
}

// Reads binary = unary { sign unary }, signs of at least this precedence.
Value Parser::binary(int precedence) {
  Value left = unary();
  for (;;) {
    const Token& token = cursor_.peek();
    const BinaryRow* row = token.kind == TokenKind::Sign ? find_binary(token.text) : nullptr;
    if (row == nullptr || row->precedence < precedence) return left;
    cursor_.next();
    ++operators_;
    left = rvalue(left);
    left = row->typing == Typing::Logic ? logic(*row, left) : combine(*row, left, rvalue(binary(row->precedence + 1)));
  }
}

// Writes a && b: r = a as a bool; if that decides, jump over b; r = b as a bool.
Value Parser::logic(const BinaryRow& row, const Value& left) {
  if (const auto known = constant_value(left)) {
    const bool decides = (*known != 0) == (row.op == Opcode::JumpIfNot0);
    const std::uint32_t steps = emitter_.here();
    const Value right = rvalue(binary(row.precedence + 1));
    const TextRange range = join(left.range, right.range);
    if (decides) emitter_.truncate(steps);
    return decides ? emitter_.constant(*known != 0, Type::Bool, range) : to_type(right, Type::Bool, range);
  }
  emitter_.release(left);
  const std::uint32_t base = emitter_.in_use();
  const Value result = emitter_.take(Type::Bool, left.range);
  emitter_.convert_into(result.place, left, Type::Bool);
  const std::size_t jump = emitter_.jump(row.op, result.place, left.range);
  ++guarded_;
  const Value right = rvalue(binary(row.precedence + 1));
  --guarded_;
  emitter_.convert_into(result.place, right, Type::Bool);
  emitter_.land(jump);
  emitter_.reset(base);
  Value value = emitter_.take(Type::Bool, join(left.range, right.range));
  if (!is_number(left.type()) || !is_number(right.type())) value.form = {};
  return value;
}

Value Parser::combine(const BinaryRow& row, const Value& left, const Value& right) {
  const TextRange range = join(left.range, right.range);
  const Type common = common_type(left.type(), right.type());
  if (common == Type::Unknown) return nothing(range);
  if (is_fraction(common) && !takes_fractions(row.op)) {
    const Value& wrong = is_fraction(left.type()) ? left : right;
    cursor_.complain(wrong.range, only_whole(row.sign, wrong.type()));
    return nothing(range);
  }
  const Type type = row.typing == Typing::Shift ? promoted(left.type()) : common;
  const Value a = emitter_.convert(left, type);
  Value b = row.typing == Typing::Shift ? right : emitter_.convert(right, type);
  if (row.typing == Typing::Shift && is_wide(right.type()) != is_wide(type)) {
    if (is_wide(right.type())) {  // a count beyond 32 bits is not to come back as a small one
      const Value most = emitter_.constant(64, right.type(), right.range);
      b = emitter_.apply(Opcode::Bound, right.type(), right, most, right.type(), range);
    }
    b = emitter_.convert(b, type);
  }
  const Type result = row.typing == Typing::Compare ? Type::Bool : type;
  return row.swapped ? emitter_.apply(row.op, type, b, a, result, range)
                     : emitter_.apply(row.op, type, a, b, result, range);
}

// Reads unary = sign unary | "(" type ")" unary | primary {"[" expression "]" | "." name}.
Value Parser::unary() {
  ++depth_;
  const Token& token = cursor_.peek();
  Value value;
  if (too_deep()) {
    value = nothing(token.range);
  } else if (token.kind == TokenKind::Sign && find_unary(token.text) != nullptr) {
    value = signed_operand(cursor_.next());
  } else if (cursor_.at_sign("*") || cursor_.at_sign("&")) {
    value = dereferenced(cursor_.next());
  } else if (at_cast()) {
    value = cast();
  } else {
    value = postfix(primary());
  }
  --depth_;
  return value;
}

Value Parser::signed_operand(const Token& sign) {
  const UnaryRow& row = *find_unary(sign.text);
  const Value operand = rvalue(unary());
  const TextRange range = join(sign.range, operand.range);
  if (operand.type() == Type::Unknown) return nothing(range);
  if (is_fraction(operand.type()) && !takes_fractions(row.op)) {
    cursor_.complain(operand.range, only_whole(row.sign, operand.type()));
    return nothing(range);
  }
  if (row.op == Opcode::Not) {
    const Value value = truth(operand);
    return emitter_.apply(Opcode::Not, Type::Int, value, value, Type::Bool, range);
  }
  Value value = emitter_.convert(operand, promoted(operand.type()));
  value.range = range;
  if (row.op == Opcode::Move) return value;
  return emitter_.apply(row.op, value.type(), value, value, value.type(), range);
}

// Reads *p of a parameter int* p; &x of a variable to which a function gives a value.
Value Parser::dereferenced(const Token& sign) {
  Value value = unary();
  if (value.type() == Type::Unknown || (sign.text == "&" && value.local >= 0)) return value;
  const bool is_pointer = value.local >= 0 && locals_[static_cast<std::size_t>(value.local)].is_pointer;
  if (sign.text == "*" && is_pointer) return value;
  cursor_.complain(join(sign.range, value.range),
                   fmt::format("`{}` is followed here of variables and parameters only", sign.text));
  return nothing(sign.range);
}

Value Parser::postfix(Value value) {
  for (;;) {
    if (cursor_.at_sign("[")) {
      value = element(value, cursor_.next().range);
    } else if ((cursor_.at_sign(".") || cursor_.at_sign("->")) && cursor_.peek(1).kind == TokenKind::Name) {
      cursor_.next();
      const Token& name = cursor_.next();
      value = member_or_call(value, name.text, name.range);
    } else if (is_step(cursor_.peek()) && value.local >= 0 && depth_ > statement_depth_ + 1) {
      value = changed_inside(value, Token(cursor_.next()), true);
    } else {
      return value;
    }
  }
}

// Reads a variable, an element or a field: a scalar in a register.
Value Parser::rvalue(const Value& value) {
  if (value.local < 0 && !value.has_index && value.form.is_scalar() && value.form.type < Type::Opaque) return value;
  if (value.form.type == Type::Unknown && value.form.record < 0) return nothing(value.range);
  if (!value.form.is_scalar() || value.form.type >= Type::Opaque) {
    cursor_.complain(value.range, value.form.rank > 0             ? "this is an array: name one of its elements"
                                  : value.form.record >= 0        ? "this is a record: name one of its members"
                                  : value.form.type == Type::Void ? "this gives no value"
                                                                  : "what this holds is not followed here");
    return nothing(value.range);
  }
  read_flag(value);
  Value read = value;
  read.local = -1;
  read.has_index = false;
  if (!value.has_index) return read;
  emitter_.release({.place = value.index});
  read = emitter_.take(value.form.type, value.range);
  emitter_.put(
      {.op = Opcode::Load, .to = read.place.code, .a = value.index.code, .b = value.place.code, .range = value.range});
  return read;
}

// Stops the run if it reads a variable without a value.
void Parser::read_flag(const Value& value) {
  if (value.local < 0 || !locals_[static_cast<std::size_t>(value.local)].is_checked) return;
  const Local& local = locals_[static_cast<std::size_t>(value.local)];
  const Spot flag{local.flags.code + (value.place.code - local.place.code)};
  if (!value.has_index) return emitter_.require(flag, Need::Value, value.range);
  const Value read = emitter_.take(Type::Int, value.range);
  emitter_.put(
      {.op = Opcode::Load, .to = read.place.code, .a = value.index.code, .b = flag.code, .range = value.range});
  emitter_.require(read.place, Need::Value, value.range);
  emitter_.release(read);
}

Value Parser::truth(const Value& value) {
  if (!is_number(value.type())) return value;
  return is_fraction(value.type()) || is_wide(value.type()) ? emitter_.convert(value, Type::Bool) : value;
}

Value Parser::to_type(const Value& value, Type type, TextRange range) {
  if (!is_number(value.type()) || !is_number(type)) return nothing(range);
  Value result = emitter_.convert(value, type);
  result.range = join(range, value.range);
  return result;
}

std::optional<std::int64_t> Parser::constant_value(const Value& value) const {
  if (!value.is_constant() || !is_whole(value.type())) return std::nullopt;
  return value_of(emitter_.bits_of(value), value.type());
}

// Reads an element, behind its "[". Constant indices of an array name a register of their own.
Value Parser::element(const Value& of, TextRange open) {
  const Value index = rvalue(expression());
  expect("]", open);
  const TextRange range = join(of.range, cursor_.before().range);
  const bool pointer = of.local >= 0 && locals_[static_cast<std::size_t>(of.local)].is_pointer;
  if (of.form.rank == 0 && !(pointer && constant_value(index) == 0)) {
    if (of.form.type != Type::Unknown || of.form.record >= 0)
      cursor_.complain(range, of.form.type == Type::Opaque ? "what this holds is not followed here"
                                                           : "this is no array, and has no elements");
    return nothing(range);
  }
  if (pointer && of.form.rank == 0) return of;
  if (whole_index(index).type() == Type::Unknown) return nothing(range);
  Value found = of;
  found.form = of.form.element();
  found.range = range;
  const std::uint32_t cells = cells_of(found.form);
  if (const auto known = constant_value(index); known && *known >= 0 && *known < of.form.sizes[0]) {
    found.place = of.place + static_cast<std::uint32_t>(*known) * cells;
    return found;
  }
  const Type type = promoted(index.type());
  const Value size = emitter_.constant(of.form.sizes[0], type, range);
  Value at = emitter_.apply(Opcode::Bound, type, emitter_.convert(index, type), size, type, range);
  at = emitter_.apply(Opcode::Mul, type, at, emitter_.constant(cells, type, range), type, range);
  if (of.has_index) {
    const Value before{.place = of.index, .form = scalar_form(type)};
    at = emitter_.apply(Opcode::Add, type, before, at, type, range);
  }
  found.has_index = true;
  found.index = at.place;
  return found;
}

Value Parser::member(const Value& of, std::string_view name, TextRange range) {
  if (of.form.type == Type::Opaque && name == "num_elements") {  // a loop to there meets the value that is asked for
    const Value asked = emitter_.variable(Variable::I, Type::Int, range);
    return emitter_.apply(Opcode::Add, Type::Int, asked, emitter_.constant(1, Type::Int, range), Type::Int, range);
  }
  if (of.form.record < 0 || of.form.rank > 0) {
    if (of.form.type != Type::Unknown || of.form.rank > 0)
      cursor_.complain(range, of.form.type == Type::Opaque
                                  ? "what this holds is not followed here"
                                  : fmt::format("this has no member `{}`", name.substr(0, 40)));
    return nothing(range);
  }
  const Record& record = this->record(of.form.record);
  for (std::size_t number = 0; number < record.fields; ++number) {
    const RecordField& found = field(record, number);
    if (found.name != name) continue;
    Value value = of;
    value.form = found.form;
    value.place = of.place + found.offset;
    value.range = range;
    return value;
  }
  cursor_.complain(range, fmt::format("this has no member `{}`", name.substr(0, 40)));
  return nothing(range);
}

// Returns the number of cells, at most one more than a variable may have: so sizes of any kind do not wrap.
std::uint32_t Parser::cells_of(const TypeForm& form) const {
  std::uint32_t cells = form.record >= 0 ? record(form.record).cells : 1;
  for (std::size_t dimension = 0; dimension < form.rank; ++dimension)
    cells = std::min<std::uint32_t>(cells * form.sizes[dimension], most_cells + 1);
  return cells;
}

}  // namespace tcviz::inline gpu_c
