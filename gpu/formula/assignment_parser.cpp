// The part of StatementParser that gives values to names.
#include <fmt/format.h>

#include <array>

#include "gpu/formula/statement_parser.hpp"

namespace tcviz {
namespace {

constexpr std::array<std::string_view, 10> assignments = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

// The operator in +=, -=, ...; null where `sign` is none of them.
const BinaryRow* operation_of(std::string_view sign) {
  for (const std::string_view each : assignments)
    if (each == sign) return find_binary(sign.substr(0, sign.size() - 1));
  return nullptr;
}

bool assigns(const Token& token) { return token.text == "=" || operation_of(token.text) != nullptr; }

}  // namespace

ParsedValue StatementParser::expression(bool with_commas) {
  const ParsedValue value = expressions_.parse(with_commas);
  operators_ += value.operators;
  return value;
}

// name = value, *name = value, name += value, ++name, name++, and several of them behind commas.
void StatementParser::simple_statement() {
  do {
    cursor_.accept("*");  // int* row
    const Token token = cursor_.next();
    const bool before = token.text == "++" || token.text == "--";
    const Token name = before ? cursor_.next() : token;
    if (name.kind != TokenKind::Name) {
      if (name.kind != TokenKind::Bad && name.kind != TokenKind::End)
        cursor_.complain(name.range, fmt::format("expected a statement, not `{}`", name.text.substr(0, 40)));
      return skip_statement();
    }
    if (before || cursor_.at_sign("++") || cursor_.at_sign("--")) {
      const Token sign = before ? token : cursor_.next();
      if (Local* local = find_assignable(name)) increment(*local, sign.text, sign.range);
    } else if (assigns(cursor_.peek())) {
      assignment(name);
    } else {
      cursor_.complain(name.range, fmt::format("`{}` begins no statement: expected an assignment or return",
                                               name.text.substr(0, 40)));
      return skip_statement();
    }
  } while (cursor_.accept(","));
}

// A target that cannot be assigned to is reported; its value is read all the same.
void StatementParser::assignment(const Token& name) {
  const bool known = find_assignable(name) != nullptr;
  const Token sign = cursor_.next();
  const bool chained = cursor_.peek().kind == TokenKind::Name && assigns(cursor_.peek(1));
  Value value;
  if (chained) {
    const Token inner = cursor_.next();
    assignment(inner);
    const Local* local = scope_.find_local(inner.text);
    if (local == nullptr) return;
    value = {local->place, is_unsigned(local->scalar), inner.range};
  } else {
    value = expression(false).value;
  }
  if (!known) return emitter_.release(value);
  Local& local = *scope_.find_local(name.text);
  const BinaryRow* row = operation_of(sign.text);
  if (row == nullptr) return assign(local, value, name.range);
  ++operators_;
  const Value old{local.place, is_unsigned(local.scalar), name.range};
  if (local.checked) emitter_.store(Opcode::Require, local.has_value, {local.has_value, false, name.range}, name.range);
  const bool common = row->typing == Typing::Shift ? old.is_unsigned : old.is_unsigned || value.is_unsigned;
  const TextRange range{name.range.begin, value.range.end};
  assign(local, emitter_.apply(common ? row->for_unsigned : row->for_int, old, value, common, range), name.range);
}

void StatementParser::increment(Local& local, std::string_view sign, TextRange range) {
  const bool up = sign == "++", large = is_unsigned(local.scalar);
  const Opcode op = up ? (large ? Opcode::AddU : Opcode::Add) : (large ? Opcode::SubU : Opcode::Sub);
  if (local.checked) emitter_.store(Opcode::Require, local.has_value, {local.has_value, false, range}, range);
  assign(local, emitter_.apply(op, {local.place, large, range}, emitter_.constant(1, false, range), large, range),
         range);
}

void StatementParser::assign(Local& local, const Value& value, TextRange range) {
  emitter_.store(conversion_to(local.scalar), local.place, value, range);
  local.assigned = true;
  if (!local.checked) return;
  if (guarded_ == 0 && !returned_early_) {
    local.checked = false;
  } else {
    emitter_.store(Opcode::Move, local.has_value, emitter_.constant(1, false, range), range);
  }
}

Local* StatementParser::find_assignable(const Token& name) {
  Local* const local = scope_.find_local(name.text);
  if (local != nullptr) return local;
  const NameRow* row = scope_.find_parameter(name.text);
  if (row == nullptr) row = find_name(name.text, scope_.inputs());
  if (row != nullptr && guarded_ == 0 && row->derived == Opcode::Move) return shadow(*row);
  const std::string shown(name.text.substr(0, 40));
  if (row != nullptr) {
    cursor_.complain(name.range, fmt::format("`{}` is given: copy it into a variable of your own to change it", shown));
  } else {
    cursor_.complain(name.range, fmt::format("`{0}` is assigned to but not declared: write `int {0}`", shown),
                     "int " + shown);
  }
  return nullptr;
}

// tid %= 32; changes a function's own copy.
Local* StatementParser::shadow(const NameRow& row) {
  Local& local = declare(row.name, {}, row.is_unsigned ? Scalar::Unsigned : Scalar::Int);
  assign(local, emitter_.variable(row.variable, row.is_unsigned, {}), {});
  return &local;
}

}  // namespace tcviz
