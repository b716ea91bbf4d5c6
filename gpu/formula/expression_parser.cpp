#include "gpu/formula/expression_parser.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz {
namespace {

constexpr int lowest = 0;       // ?: and the comma stand below every binary operator
constexpr int above_all = 100;  // nothing binary binds this tightly

}  // namespace

void expect_end(const Cursor& cursor) {
  const Token& token = cursor.peek();
  if (cursor.at_end() || token.kind == TokenKind::Bad) return;
  const bool closes = token.text == ")";
  cursor.complain(
      token.range,
      closes ? "this ) has no `(`" : fmt::format("expected an operator or the end before {}", quoted(token)),
      closes ? std::optional<std::string>("") : std::nullopt);
}

ParsedValue ExpressionParser::parse(bool with_commas) {
  values_.clear();
  entries_.clear();
  with_commas_ = with_commas;
  operators_ = 0;
  for (bool complete = false;;) {
    if (!complete) {
      complete = read_operand();
    } else if (!read_operator()) {
      break;
    } else {
      complete = closed_;
    }
  }
  finish();
  return {pop(), operators_};
}

bool ExpressionParser::is_open(const Entry& entry) const {
  return entry.pending == Pending::Group || entry.pending == Pending::Call || entry.pending == Pending::Condition;
}

Value ExpressionParser::pop() {
  const Value value = values_.back();
  values_.pop_back();
  return value;
}

// Operators. Each returns false where the expression ends.

bool ExpressionParser::read_operator() {
  const Token& token = cursor_.peek();
  closed_ = false;
  if (token.kind == TokenKind::Bad) return cursor_.next(), closed_ = true;
  if (token.kind == TokenKind::Number || token.kind == TokenKind::Name || cursor_.at_sign("("))
    return missing_operator();
  if (token.kind == TokenKind::End) return false;
  if (const BinaryRow* row = find_binary(token.text)) {
    cursor_.next();
    push_binary(*row, token.range);
    return true;
  }
  if (token.text == "?") return open_condition(cursor_.next().range), true;
  if (token.text == ":") return close_condition();
  if (token.text == ")") return close_group();
  if (token.text == ",") return next_argument();
  if (token.text == "=") return assignment_for_comparison();
  return false;
}

// Two values side by side inside an open group cannot be a new statement: go on as if an operator stood there.
bool ExpressionParser::missing_operator() {
  const auto open =
      std::find_if(entries_.rbegin(), entries_.rend(), [this](const Entry& each) { return is_open(each); });
  if (open == entries_.rend()) return false;
  cursor_.complain(cursor_.peek().range, fmt::format("expected an operator before {}", quoted(cursor_.peek())));
  push_binary(*find_binary("+"), cursor_.peek().range);
  return true;
}

bool ExpressionParser::assignment_for_comparison() {
  const Token& token = cursor_.next();
  cursor_.complain(token.range, "`=` compares nothing here: `==`?", "==");
  push_binary(*find_binary("=="), token.range);
  return true;
}

void ExpressionParser::push_binary(const BinaryRow& row, TextRange range) {
  ++operators_;
  reduce(row.precedence);
  if (row.typing == Typing::Logic) return push_logic(row, range);
  entries_.push_back({.pending = Pending::Binary, .binary = &row, .range = range});
}

// a && b: t = a != 0; where that decides, jump over b; t = b != 0.
void ExpressionParser::push_logic(const BinaryRow& row, TextRange range) {
  const Value left = pop();
  const Value truth = emitter_.apply(Opcode::Truth, left, false, left.range);
  const std::size_t jump = emitter_.jump(row.for_int, truth, range);
  push(emitter_.take(false, left.range));  // the same place again
  entries_.push_back({.pending = Pending::Binary, .binary = &row, .jump = jump, .range = range});
}

void ExpressionParser::open_condition(TextRange range) {
  reduce(lowest + 1);
  const Value condition = pop();
  const std::size_t jump = emitter_.jump(Opcode::JumpIfZero, condition, condition.range);
  entries_.push_back({.pending = Pending::Condition, .jump = jump, .range = range});
}

// ":" of a ?: or of something else, such as a label or a range of PTX.
bool ExpressionParser::close_condition() {
  reduce(lowest);
  if (entries_.empty() || entries_.back().pending != Pending::Condition) return unexpected_close();
  cursor_.next();
  Entry entry = entries_.back();
  entries_.pop_back();
  const Value chosen = pop();
  entry.left_unsigned = chosen.is_unsigned;
  const Value result = emitter_.apply(Opcode::Move, chosen, chosen.is_unsigned, chosen.range);
  const std::size_t over = emitter_.jump(Opcode::Jump, result, entry.range);
  emitter_.land(entry.jump);
  entry.pending = Pending::Choice;
  entry.jump = over;
  entries_.push_back(entry);
  return true;
}

bool ExpressionParser::close_group() {
  reduce(lowest);
  if (entries_.empty()) return unexpected_close();
  const Entry entry = entries_.back();
  if (entry.pending == Pending::Condition) return unexpected_close();
  entries_.pop_back();
  const TextRange range = join(entry.range, cursor_.next().range);
  if (entry.pending == Pending::Call) end_call(entry, range);
  values_.back().range = range;
  return closed_ = true;
}

// A ")" or ":" that closes nothing ends the expression; inside a ?: that is an error of its own.
bool ExpressionParser::unexpected_close() {
  if (entries_.empty()) return false;
  const Entry& entry = entries_.back();
  cursor_.complain(entry.range, entry.pending == Pending::Condition ? "this ? has no `:`" : "this ( has no `)`");
  abandon();
  return true;
}

bool ExpressionParser::next_argument() {
  reduce(lowest);
  const bool in_call = !entries_.empty() && entries_.back().pending == Pending::Call;
  if (in_call) return ++entries_.back().arguments, cursor_.next(), true;
  if (entries_.empty() && !with_commas_) return false;
  cursor_.next();  // a, b: the value of a is not used
  emitter_.release(pop());
  return true;
}

// Carrying out

void ExpressionParser::reduce(int precedence) {
  while (!entries_.empty() && !is_open(entries_.back())) {
    const Entry& entry = entries_.back();
    const int tightness = entry.pending == Pending::Binary   ? entry.binary->precedence
                          : entry.pending == Pending::Choice ? lowest
                                                             : above_all;
    if (tightness < precedence) return;
    reduce_top();
  }
}

void ExpressionParser::reduce_top() {
  const Entry entry = entries_.back();
  entries_.pop_back();
  switch (entry.pending) {
    case Pending::Binary:
      return entry.binary->typing == Typing::Logic ? reduce_logic(entry) : reduce_binary(entry);
    case Pending::Choice:
      return reduce_choice(entry);
    case Pending::Cast:
      return convert(entry.scalar, entry.range);
    default:
      break;
  }
  const Value operand = pop();
  const bool is_unsigned = operand.is_unsigned && entry.unary->typing == Typing::Common;
  push(emitter_.apply(operand.is_unsigned ? entry.unary->for_unsigned : entry.unary->for_int, operand, is_unsigned,
                      join(entry.range, operand.range)));
}

void ExpressionParser::reduce_binary(const Entry& entry) {
  const BinaryRow& row = *entry.binary;
  const Value right = pop(), left = pop();
  const bool common = row.typing == Typing::Shift ? left.is_unsigned : left.is_unsigned || right.is_unsigned;
  const Opcode op = common ? row.for_unsigned : row.for_int;
  const TextRange range = join(left.range, right.range);
  Value result = emitter_.apply(op, left, right, common && row.typing != Typing::Compare, range);
  if (row.swapped) emitter_.swap_operands();
  push(result);
}

void ExpressionParser::reduce_logic(const Entry& entry) {
  const Value right = pop(), left = pop();
  emitter_.release(right);
  emitter_.store(Opcode::Truth, left.place, right, right.range);
  emitter_.land(entry.jump);
  push({left.place, false, join(left.range, right.range)});
}

void ExpressionParser::reduce_choice(const Entry& entry) {
  const Value other = pop();
  const bool is_unsigned = other.is_unsigned || entry.left_unsigned;
  push(emitter_.apply(Opcode::Move, other, is_unsigned, other.range));
  emitter_.land(entry.jump);
}

void ExpressionParser::convert(Scalar scalar, TextRange range) {
  const Value operand = pop();
  const Opcode op = conversion_to(scalar);
  Value result = operand;
  if (op != Opcode::Move) result = emitter_.apply(op, operand, false, join(range, operand.range));
  result.is_unsigned = is_unsigned(scalar);
  push(result);
}

void ExpressionParser::end_call(const Entry& call, TextRange range) {
  if (call.functional && call.arguments == 1) return convert(call.scalar, range);
  const int wanted = call.function == nullptr ? call.arguments : call.functional ? 1 : call.function->arguments;
  if (call.arguments != wanted || call.function == nullptr) {
    if (call.function != nullptr || call.functional)
      cursor_.complain(range,
                       fmt::format("expected {} argument{}, not {}", wanted, wanted == 1 ? "" : "s", call.arguments));
    for (int extra = 1; extra < call.arguments; ++extra) emitter_.release(pop());
    return;
  }
  const Value b = wanted == 2 ? pop() : values_.back(), a = pop();
  const Typing typing = call.function->typing;
  const bool common = typing == Typing::Common && (a.is_unsigned || b.is_unsigned);
  push(emitter_.apply(common ? call.function->for_unsigned : call.function->for_int, a, b,
                      common || typing == Typing::Unsigned, range));
}

// What is still open is said, and taken as closed.
void ExpressionParser::finish() {
  reduce(lowest);
  while (!entries_.empty()) {
    const Entry& entry = entries_.back();
    cursor_.complain(entry.range, entry.pending == Pending::Condition ? "this ? has no `:`" : "this ( has no `)`");
    abandon();
    reduce(lowest);
  }
}

// Forgets the innermost open thing; its last value stands for it.
void ExpressionParser::abandon() {
  const Entry entry = entries_.back();
  entries_.pop_back();
  for (int extra = 1; entry.pending == Pending::Call && extra < entry.arguments; ++extra) emitter_.release(pop());
  closed_ = true;
}

}  // namespace tcviz
