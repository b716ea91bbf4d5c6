#include "gpu/formula/statement_parser.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz {
namespace {

constexpr int deepest = 200;
constexpr std::size_t most_locals = 500;

constexpr std::array<Aggregate, 5> known_aggregates = {{
    {"int2", {"x", "y"}},
    {"uint2", {"x", "y"}},
    {"std::pair", {"first", "second"}},
    {"pair", {"first", "second"}},
    {"std::tuple", {"first", "second"}},
}};

}  // namespace

StatementParser::StatementParser(Cursor& cursor, Scope& scope, Emitter& emitter, const ReadOptions& options)
    : cursor_(cursor),
      scope_(scope),
      emitter_(emitter),
      expressions_(cursor, scope, emitter),
      results_(cursor.memory),
      aggregates_(cursor.memory),
      returns_(cursor.memory),
      loops_(cursor.memory),
      value_(options.value) {
  if (options.inputs == Inputs::Element) {
    results_.assign({Quantity::Tid, Quantity::I});
  } else {
    results_.assign({Quantity::Row, Quantity::Col, Quantity::Linear});
  }
  for (const Quantity target : results_) declare(name_of(target), {}, Scalar::Int);
  aggregates_.assign(known_aggregates.begin(), known_aggregates.end());
}

void StatementParser::parse() {
  while (!cursor_.at_end()) statement();
}

void StatementParser::parse_body(Quantity value, const Aggregate* aggregate) {
  value_ = value;
  returned_ = aggregate;
  block();
  for (const std::size_t jump : returns_) emitter_.land(jump);
  returns_.clear();
  returned_early_ = false;
}

void StatementParser::name_result(Quantity target, std::string_view name) { scope_.local(result(target)).name = name; }

std::size_t StatementParser::result(Quantity target) const {
  for (std::size_t at = 0; at < results_.size(); ++at)
    if (results_[at] == target) return at;
  return 0;
}

const Aggregate* StatementParser::find_aggregate(std::string_view name) const {
  for (const Aggregate& each : aggregates_)
    if (each.name == name) return &each;
  return nullptr;
}

void StatementParser::finish(std::vector<Quantity>& targets) {
  for (const std::size_t jump : returns_) emitter_.land(jump);
  const TextRange end = cursor_.peek().range;
  for (std::size_t at = 0; at < results_.size(); ++at) {
    const Local& local = scope_.local(at);
    if (!local.assigned) continue;
    const Value flag{local.has_value, false, end};
    if (local.checked) emitter_.store(Opcode::Require, local.has_value, flag, end);
    emitter_.output({local.place, is_unsigned(local.scalar), end});
    targets.push_back(results_[at]);
  }
  if (targets.empty() && cursor_.diagnostics->empty())
    cursor_.complain(end, fmt::format("nothing is computed: expected a return, or an assignment to {} or {}",
                                      name_of(results_[0]), name_of(results_[1])));
}

// Statements

void StatementParser::statement() {
  if (++depth_ > deepest) {
    cursor_.complain(cursor_.peek().range,
                     fmt::format("statements stand in each other {} deep, which is too much", deepest));
    while (!cursor_.at_end()) cursor_.next();
  }
  const Token& token = cursor_.peek();
  if (cursor_.accept(";")) {
  } else if (cursor_.at_sign("{")) {
    block();
  } else if (token.text == "if") {
    if_statement();
  } else if (token.text == "for") {
    for_statement();
  } else if (token.text == "while") {
    while_statement();
  } else if (token.text == "return") {
    return_statement();
  } else if (token.text == "break" || token.text == "continue") {
    leave_loop(token.text == "break");
  } else if (token.text == "(" && cursor_.peek(1).text == "void") {  // (void)tid; says that it is not used
    skip_statement();
  } else if (cursor_.accept("#")) {  // #pragma unroll
    if (cursor_.accept_name("pragma")) cursor_.next();
  } else if (find_type(token.text) || is_qualifier(token.text) || is_wide_type(token.text) || token.text == "auto" ||
             find_aggregate(token.text) != nullptr) {
    declaration();
  } else {
    simple_statement();
    end_statement();
  }
  --depth_;
}

void StatementParser::block() {
  const TextRange open = cursor_.next().range;
  const Scope::Mark mark = scope_.enter();
  while (!cursor_.at_sign("}") && !cursor_.at_end()) statement();
  scope_.leave(mark);
  if (!cursor_.accept("}")) cursor_.complain(open, "this { has no `}`");
}

// The last statement of a text needs no semicolon.
void StatementParser::end_statement() {
  if (cursor_.accept(";") || cursor_.at_end()) return;
  const Token& token = cursor_.peek();
  if (token.text == "}" || token.kind == TokenKind::Name)
    return cursor_.complain({token.range.begin, token.range.begin},
                            fmt::format("expected `;` before {}", quoted(token)), ";");
  cursor_.complain(token.range, fmt::format("expected `;` or an operator, not {}", quoted(token)));
  skip_statement();
}

void StatementParser::skip_statement() {
  while (!cursor_.at_end() && !cursor_.at_sign("}") && !cursor_.accept(";")) cursor_.next();
}

bool StatementParser::read_type(std::optional<Scalar>& scalar) {
  bool any = false;
  for (;; cursor_.next(), any = true) {
    const Token& token = cursor_.peek();
    if (token.kind != TokenKind::Name) return any;
    if (is_wide_type(token.text)) {
      cursor_.complain(token.range, fmt::format("`{}` is not known here: formulae are int and unsigned", token.text),
                       "int");
      scalar = Scalar::Int;
    } else if (const auto found = find_type(token.text)) {
      scalar = combine(scalar, *found);
    } else if (!is_qualifier(token.text) && token.text != "auto") {
      return any;
    }
  }
}

void StatementParser::declaration() {
  std::optional<Scalar> scalar;
  const bool is_auto = cursor_.at_name("auto") || cursor_.peek(1).text == "auto";
  read_type(scalar);
  if (const Aggregate* aggregate = find_aggregate(cursor_.peek().text))
    return cursor_.next(), declare_aggregate(*aggregate);
  if (!scalar && !is_auto) scalar = Scalar::Int;
  do declare_one(scalar.value_or(Scalar::Int));
  while (cursor_.accept(","));
  end_statement();
}

Local& StatementParser::declare(std::string_view name, std::string_view member, Scalar scalar) {
  if (scope_.locals() == most_locals)
    cursor_.complain(cursor_.peek().range, fmt::format("more than {} variables are too many", most_locals));
  if (scope_.locals() > most_locals) return scope_.local(most_locals);
  const Place place = emitter_.new_local(), has_value = emitter_.new_local();
  emitter_.store(Opcode::Move, has_value, emitter_.constant(0, false, {}), {});
  return scope_.declare({name, scalar, place, true, has_value, false, member});
}

void StatementParser::declare_one(Scalar scalar) {
  const Token name = cursor_.next();
  if (name.kind != TokenKind::Name) return cursor_.complain(name.range, "expected a name for the variable");
  Local* known = scope_.find_local(name.text);
  const bool is_result = known != nullptr && known - &scope_.local(0) < static_cast<std::ptrdiff_t>(results_.size());
  if (scope_.declared_here(name.text) && !is_result)
    cursor_.complain(name.range, fmt::format("`{}` has been declared already", name.text));
  // int row = ...; is the result itself, with a type of its own.
  Local& local = is_result ? *known : declare(name.text, {}, scalar);
  local.scalar = scalar;
  if (cursor_.accept("=")) assign(local, expression(false).value, name.range);
}

void StatementParser::declare_aggregate(const Aggregate& aggregate) {
  skip_angles();  // std::pair<int, int>
  const Token name = cursor_.next();
  for (const std::string_view member : aggregate.members) declare(name.text, member, Scalar::Int);
  end_statement();
}

void StatementParser::skip_angles() {
  if (!cursor_.accept("<")) return;
  while (!cursor_.at_end() && !cursor_.accept(">")) cursor_.next();
}

void StatementParser::guarded_body() {
  ++guarded_;
  statement();
  --guarded_;
}

// "(" condition ")": the jump that is taken where it does not hold.
std::size_t StatementParser::condition() {
  const Token& open = cursor_.peek();
  if (!cursor_.accept("(")) cursor_.complain(open.range, "expected ( and a condition");
  const Value value = expression(true).value;
  if (!cursor_.accept(")")) cursor_.complain(open.range, "this ( has no `)`");
  return emitter_.jump(Opcode::JumpIfZero, value, value.range);
}

void StatementParser::if_statement() {
  const TextRange range = cursor_.next().range;
  cursor_.accept_name("constexpr");
  const std::size_t otherwise = condition();
  guarded_body();
  if (!cursor_.accept_name("else")) return emitter_.land(otherwise);
  const std::size_t end = emitter_.jump(Opcode::Jump, emitter_.constant(0, false, range), range);
  emitter_.land(otherwise);
  guarded_body();
  emitter_.land(end);
}

void StatementParser::while_statement() {
  cursor_.next();
  const std::uint32_t start = emitter_.here();
  loops_.emplace_back(cursor_.memory);
  const std::size_t end = condition();
  guarded_body();
  for (const std::size_t jump : loops_.back().continues) emitter_.land(jump);
  loop_end(start);
  emitter_.land(end);
}

// Back to `start`; what breaks comes out behind.
void StatementParser::loop_end(std::uint32_t start) {
  emitter_.jump_to(start, cursor_.tokens[cursor_.at > 0 ? cursor_.at - 1 : 0].range);
  for (const std::size_t jump : loops_.back().breaks) emitter_.land(jump);
  loops_.pop_back();
}

// for (first; condition; step) body: the step's text stands before the body, so the steps jump over each other.
void StatementParser::for_statement() {
  const TextRange range = cursor_.next().range;
  const Scope::Mark mark = scope_.enter();
  if (!cursor_.accept("(")) cursor_.complain(cursor_.peek().range, "expected (");
  statement();
  const std::uint32_t test = emitter_.here();
  const bool endless = cursor_.at_sign(";");
  const Value holds = endless ? emitter_.constant(1, false, range) : expression(true).value;
  const std::size_t end = emitter_.jump(Opcode::JumpIfZero, holds, range);
  if (!cursor_.accept(";")) cursor_.complain(cursor_.peek().range, "expected `;` behind the loop's condition");
  const std::size_t to_body = emitter_.jump(Opcode::Jump, emitter_.constant(0, false, range), range);
  const std::uint32_t step = emitter_.here();
  ++guarded_;
  while (!cursor_.at_sign(")") && !cursor_.at_end() && cursor_.diagnostics->empty()) {
    simple_statement();
    if (!cursor_.accept(",")) break;
  }
  if (!cursor_.accept(")")) cursor_.complain(cursor_.peek().range, "expected `)` at the end of the loop's head");
  emitter_.jump_to(test, range);
  emitter_.land(to_body);
  loops_.emplace_back(cursor_.memory);
  statement();
  --guarded_;
  for (const std::size_t jump : loops_.back().continues) emitter_.land(jump);
  loop_end(step);
  emitter_.land(end);
  scope_.leave(mark);
}

void StatementParser::leave_loop(bool breaks) {
  const Token token = cursor_.next();
  if (loops_.empty()) {
    cursor_.complain(token.range, fmt::format("`{}` stands outside of any loop", token.text));
  } else {
    const std::size_t jump = emitter_.jump(Opcode::Jump, emitter_.constant(0, false, token.range), token.range);
    (breaks ? loops_.back().breaks : loops_.back().continues).push_back(jump);
    returned_early_ = true;
  }
  end_statement();
}

void StatementParser::return_statement() {
  const TextRange range = cursor_.next().range;
  const Aggregate* typed = find_aggregate(cursor_.peek().text);
  if (typed != nullptr) cursor_.next();
  const bool makes = cursor_.peek().text.starts_with("make_") || cursor_.peek().text.starts_with("std::make_");
  if (typed != nullptr || returned_ != nullptr || makes || cursor_.at_sign("{")) {
    return_two(typed != nullptr ? *typed : returned_ != nullptr ? *returned_ : aggregates_.front());
  } else if (!cursor_.at_sign(";")) {
    return_value(value_, true);
  }
  if (guarded_ > 0 || returned_early_ || depth_ > 0)
    returns_.push_back(emitter_.jump(Opcode::Jump, emitter_.constant(0, false, range), range));
  returned_early_ = returned_early_ || guarded_ > 0;
  end_statement();
}

void StatementParser::return_value(Quantity target, bool with_commas) {
  const ParsedValue value = expression(with_commas);
  assign(scope_.local(result(target)), value.value, value.value.range);
  scope_.local(result(target)).scalar = value.value.is_unsigned ? Scalar::Unsigned : Scalar::Int;
}

// {a, b}, make_int2(a, b), std::pair(a, b), or the name of a local that holds both.
void StatementParser::return_two(const Aggregate& aggregate) {
  const Quantity first = results_[0], second = results_[1];
  const Token& token = cursor_.peek();
  skip_angles();
  if (token.kind == TokenKind::Name && cursor_.peek(1).text != "(" && cursor_.peek(1).text != "{")
    return return_local(aggregate);
  if (token.kind == TokenKind::Name) cursor_.next();  // make_int2
  const bool brace = cursor_.accept("{");
  if (!brace && !cursor_.accept("(")) return cursor_.complain(token.range, "expected two values, as in {row, col}");
  const bool turned = aggregate.members[0] == name_of(second);
  return_value(turned ? second : first, false);
  if (!cursor_.accept(",")) cursor_.complain(cursor_.peek().range, "expected `,` and the second of two values");
  return_value(turned ? first : second, false);
  if (!cursor_.accept(brace ? "}" : ")"))
    cursor_.complain(cursor_.peek().range, brace ? "expected `}`" : "expected `)`");
}

// A local that holds both.
void StatementParser::return_local(const Aggregate& aggregate) {
  const Quantity first = results_[0], second = results_[1];
  const Token token = cursor_.next();
  for (std::size_t member = 0; member < 2; ++member) {
    const Local* local = scope_.find_local(fmt::format("{}.{}", token.text, aggregate.members[member]));
    if (local == nullptr) return cursor_.complain(token.range, "expected two values, as in {row, col}");
    const bool is_second = aggregate.members[member] == name_of(second);
    const bool is_first = aggregate.members[member] == name_of(first);
    const Quantity target = is_second || (!is_first && member == 1) ? second : first;
    assign(scope_.local(result(target)), {local->place, is_unsigned(local->scalar), token.range}, token.range);
  }
}

}  // namespace tcviz
