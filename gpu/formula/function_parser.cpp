#include "gpu/formula/function_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace tcviz {
namespace {

constexpr std::array<std::string_view, 6> no_functions = {"if", "for", "while", "switch", "return", "else"};

bool is_word(const Token& token) { return token.kind == TokenKind::Name; }

// The place behind the ")" that closes the "(" at `open`; the number of tokens where none does.
std::size_t behind_parentheses(std::span<const Token> tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].text == "(") ++depth;
    if (tokens[at].text == ")" && --depth == 0) return at + 1;
  }
  return tokens.size();
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// What a parameter without a known name is, by its place.
constexpr std::array<Variable, 2> slot_inputs = {Variable::Tid, Variable::I};
constexpr std::array<Variable, 3> element_inputs = {Variable::Row, Variable::Col, Variable::R};

}  // namespace

bool holds_function(std::span<const Token> tokens) {
  int depth = 0;
  for (std::size_t at = 1; at + 2 < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    depth += (text == "{" || text == "(") - (text == "}" || text == ")");
    const bool types_before = is_word(tokens[at - 1]) || tokens[at - 1].text == ">" || tokens[at - 1].text == "&";
    if (depth != 0 || !is_word(tokens[at]) || !types_before || tokens[at + 1].text != "(") continue;
    if (std::ranges::find(no_functions, text) != no_functions.end()) return false;
    std::size_t behind = behind_parentheses(tokens, at + 1);
    while (behind < tokens.size() && is_word(tokens[behind])) ++behind;  // const, noexcept
    return behind < tokens.size() && tokens[behind].text == "{";
  }
  return false;
}

void FunctionParser::parse() {
  while (!cursor_.at_end() && cursor_.diagnostics->size() < most_diagnostics)
    if (!skip_preamble()) function();
}

void FunctionParser::skip_balanced(std::string_view open, std::string_view close) {
  int depth = 0;
  do {
    if (cursor_.at_sign(open)) ++depth;
    if (cursor_.at_sign(close)) --depth;
    cursor_.next();
  } while (depth > 0 && !cursor_.at_end());
}

// What stands between functions and says nothing of their values.
bool FunctionParser::skip_preamble() {
  if (cursor_.accept(";")) return true;
  if (cursor_.at_sign("[")) return skip_balanced("[", "]"), true;
  if (cursor_.accept("#")) {  // #include <cstdint>, #pragma once
    const bool includes = cursor_.at_name("include");
    cursor_.next();
    if (includes && cursor_.at_sign("<")) return skip_balanced("<", ">"), true;
    return cursor_.next(), true;
  }
  if (cursor_.accept_name("template")) return skip_balanced("<", ">"), true;
  if (cursor_.at_name("struct") && cursor_.peek(2).text == "{") return struct_declaration(), true;
  return false;
}

// struct Place { int row, col; };
void FunctionParser::struct_declaration() {
  cursor_.next();
  Aggregate aggregate{cursor_.next().text, {}};
  const TextRange open = cursor_.next().range;
  std::size_t members = 0;
  for (; !cursor_.at_end() && !cursor_.at_sign("}"); cursor_.next()) {
    const Token& token = cursor_.peek();
    if (!is_word(token) || find_type(token.text) || is_qualifier(token.text)) continue;
    if (members < aggregate.members.size()) aggregate.members[members] = token.text;
    ++members;
  }
  if (!cursor_.accept("}")) cursor_.complain(open, "this { has no `}`");
  if (members != 2)
    return cursor_.complain(open, fmt::format("expected two members, as in int row, col; not {}", members));
  statements_.add_aggregate(aggregate);
}

void FunctionParser::function() {
  const Aggregate* aggregate = nullptr;
  Token name;
  while (!cursor_.at_end() && !cursor_.at_sign("(")) {
    name = cursor_.next();
    if (const Aggregate* found = find_aggregate_of(name.text)) aggregate = found;
    if (cursor_.at_sign("<")) skip_balanced("<", ">");
  }
  if (cursor_.at_end())
    return cursor_.complain(name.range, "expected a function: a type, a name, and its parameters in ( )");
  scope_.forget_parameters();
  inputs_seen_ = results_seen_ = 0;
  parameters();
  while (is_word(cursor_.peek())) cursor_.next();  // const, noexcept
  if (!cursor_.at_sign("{")) {
    cursor_.complain(cursor_.peek().range, "expected { and the function's body");
    return void(cursor_.next());
  }
  statements_.parse_body(target_of(name.text), aggregate);
}

const Aggregate* FunctionParser::find_aggregate_of(std::string_view name) const {
  return statements_.find_aggregate(name);
}

void FunctionParser::parameters() {
  const TextRange open = cursor_.next().range;
  while (!cursor_.at_end() && !cursor_.at_sign(")")) {
    const Parameter found = parameter();
    if (found.by_reference) {
      add_result(found);
    } else if (!found.name.text.empty()) {
      add_input(found);
    }
    if (!cursor_.accept(",") && !cursor_.at_sign(")")) cursor_.next();
  }
  if (!cursor_.accept(")")) cursor_.complain(open, "this ( has no `)`");
}

FunctionParser::Parameter FunctionParser::parameter() {
  Parameter found;
  std::optional<Scalar> scalar;
  for (; !cursor_.at_end() && !cursor_.at_sign(",") && !cursor_.at_sign(")"); cursor_.next()) {
    const Token& token = cursor_.peek();
    if (token.text == "&" || token.text == "*") found.by_reference = true;
    if (!is_word(token) || is_qualifier(token.text) || is_wide_type(token.text)) continue;
    if (const auto type = find_type(token.text)) {
      scalar = combine(scalar, *type);
    } else {
      found.name = token;
    }
  }
  found.is_unsigned = scalar && is_unsigned(*scalar);
  return found;
}

void FunctionParser::add_input(const Parameter& parameter) {
  const bool of_slot = options_.inputs != Inputs::Element;
  const std::span<const Variable> by_place = of_slot ? std::span<const Variable>(slot_inputs) : element_inputs;
  const NameRow* known = find_name(parameter.name.text, options_.inputs);
  const std::size_t place = inputs_seen_++;
  if (known == nullptr && place >= by_place.size())
    return cursor_.complain(parameter.name.range,
                            fmt::format("`{}` is one parameter too many: expected {}", parameter.name.text,
                                        of_slot ? "tid and i" : "row, col and the replica r"));
  NameRow row = known != nullptr ? *known : NameRow{parameter.name.text, by_place[place]};
  row.is_unsigned = parameter.is_unsigned;
  scope_.add_parameter(row);
}

void FunctionParser::add_result(const Parameter& parameter) {
  const bool of_slot = options_.inputs != Inputs::Element;
  const bool second = results_seen_++ > 0;
  const Quantity by_place = of_slot ? (second ? Quantity::Col : Quantity::Row) : (second ? Quantity::I : Quantity::Tid);
  for (const Quantity target : {Quantity::Row, Quantity::Col, Quantity::Tid, Quantity::I})
    if (parameter.name.text == name_of(target)) return statements_.name_result(target, parameter.name.text);
  statements_.name_result(by_place, parameter.name.text);
}

// row_of, getCol, ...: a function's name says what its value is.
Quantity FunctionParser::target_of(std::string_view function) const {
  const std::string name = lowered(function);
  const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
  if (options_.inputs == Inputs::Element) {
    if (has("tid") || has("lane") || has("thread")) return Quantity::Tid;
    return has("index") || has("value") || name == "i" ? Quantity::I : options_.value;
  }
  if (has("row") == has("col")) return options_.value;
  return has("row") ? Quantity::Row : Quantity::Col;
}

}  // namespace tcviz
