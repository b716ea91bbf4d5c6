#include "gpu/language/python/expression_parser.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace tcviz::inline gpu_python {
namespace {

constexpr int most_nesting = 60;  // each level is a dozen calls

struct SignRow {
  std::string_view text;
  PythonSign sign;
};
using SignLevel = std::array<SignRow, 4>;
// The levels of precedence, the loosest first; all are read from the left.
constexpr std::array<SignLevel, 6> python_levels = {{
    {{{"|", PythonSign::Or}}},
    {{{"^", PythonSign::Xor}}},
    {{{"&", PythonSign::And}}},
    {{{"<<", PythonSign::Left}, {">>", PythonSign::Right}}},
    {{{"+", PythonSign::Add}, {"-", PythonSign::Subtract}}},
    {{{"*", PythonSign::Multiply}, {"//", PythonSign::Floor}, {"%", PythonSign::Remainder}, {"/", PythonSign::Divide}}},
}};
constexpr std::array<SignRow, 6> relations = {{{"<", PythonSign::Less},
                                               {"<=", PythonSign::LessEqual},
                                               {">", PythonSign::Greater},
                                               {">=", PythonSign::GreaterEqual},
                                               {"==", PythonSign::Equal},
                                               {"!=", PythonSign::NotEqual}}};
constexpr auto spellings_of_signs =
    std::to_array<std::string_view>({"",  "+", "-",  "*", "//", "%",  "**", "/",  "<<",     ">>", "&",     "^",
                                     "|", "<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"});

constexpr auto reserved = std::to_array<std::string_view>(
    {"and",      "as",     "assert", "async", "await",  "break",  "class",  "continue", "def",  "del",    "elif",
     "else",     "except", "for",    "from",  "global", "if",     "import", "in",       "is",   "lambda", "finally",
     "nonlocal", "not",    "or",     "pass",  "raise",  "return", "try",    "while",    "with", "yield"});

}  // namespace

std::string_view spelled(PythonSign sign) { return spellings_of_signs[static_cast<std::size_t>(sign)]; }

bool PythonExpressions::ends_values() const {
  const PythonWord& word = peek();
  return word.ends_line() || word.is(")") || word.is("]") || word.is("}") || word.is("=") || word.is(";") ||
         word.is(":");
}

PythonAt PythonExpressions::values() {
  const PythonAt first = value();
  if (!peek().is(",")) return first;
  std::vector<PythonAt> parts = {first};
  while (!failed() && accept(",") && !ends_values()) parts.push_back(value());
  return join_parts(PythonNode::Tuple, std::move(parts));
}

PythonAt PythonExpressions::value() {
  if (++nesting_ > most_nesting) complain(peek().range, "this is nested too deeply: compute it in several lines");
  const PythonAt found = failed() ? nothing(peek().range) : choice();
  --nesting_;
  return found;
}

PythonAt PythonExpressions::choice() {
  if (peek().is("lambda")) complain(peek().range, "`lambda` is followed here as a function of its own: f = lambda ...");
  const PythonAt first = disjunction();
  if (peek().is(":=")) complain(peek().range, "`:=` is not followed here: give the name its value in a line above");
  if (!accept("if")) return first;
  const PythonAt condition = disjunction();
  expect("else");
  return join_parts(PythonNode::Choice, {condition, first, value()});
}

PythonAt PythonExpressions::disjunction() {
  PythonAt left = conjunction();
  while (!failed() && accept("or")) left = join_parts(PythonNode::Or, {left, conjunction()});
  return left;
}

PythonAt PythonExpressions::conjunction() {
  PythonAt left = negation();
  while (!failed() && accept("and")) left = join_parts(PythonNode::And, {left, negation()});
  return left;
}

PythonAt PythonExpressions::negation() {
  int times = 0;
  const TextRange begin = peek().range;
  while (accept("not")) ++times;
  PythonAt found = comparison();
  for (; times > 0 && !failed(); --times)
    found = add({.kind = PythonNode::Not, .parts = {found}, .range = join(begin, node(found).range)});
  return found;
}

PythonSign PythonExpressions::relation() {
  for (const SignRow& row : relations)
    if (accept(row.text)) return row.sign;
  if (accept("in")) return PythonSign::In;
  if (accept("is")) return accept("not") ? PythonSign::IsNot : PythonSign::Is;
  if (!peek().is("not") || !peek(1).is("in")) return PythonSign::None;
  next();
  next();
  return PythonSign::NotIn;
}

PythonAt PythonExpressions::comparison() {
  std::vector<PythonAt> parts = {binary(0)};
  std::vector<PythonSign> signs;
  for (PythonSign sign = relation(); sign != PythonSign::None && !failed(); sign = relation()) {
    signs.push_back(sign);
    parts.push_back(binary(0));
  }
  if (signs.empty()) return parts.front();
  const TextRange range = join(node(parts.front()).range, node(parts.back()).range);
  return add({.kind = PythonNode::Compare, .parts = std::move(parts), .signs = std::move(signs), .range = range});
}

PythonAt PythonExpressions::binary(std::size_t level) {
  if (level == python_levels.size()) return unary();
  const auto sign_here = [&] {
    for (const SignRow& row : python_levels[level])
      if (!row.text.empty() && accept(row.text)) return row.sign;
    return PythonSign::None;
  };
  PythonAt left = binary(level + 1);
  for (PythonSign sign = sign_here(); sign != PythonSign::None && !failed(); sign = sign_here())
    left = join_parts(PythonNode::Binary, {left, binary(level + 1)}, sign);
  return left;
}

// Reads the signs before an operand: of -x ** 2 the power comes first.
PythonAt PythonExpressions::unary() {
  const PythonWord sign = peek();
  const bool minus = sign.is("-"), plus = sign.is("+"), flip = sign.is("~");
  if (!minus && !plus && !flip) return power();
  next();
  if (++nesting_ > most_nesting) complain(sign.range, "this is nested too deeply: compute it in several lines");
  const PythonAt of = failed() ? nothing(sign.range) : unary();
  --nesting_;
  const PythonNode kind = minus ? PythonNode::Minus : plus ? PythonNode::Plus : PythonNode::Flip;
  return add({.kind = kind, .parts = {of}, .range = join(sign.range, node(of).range)});
}

PythonAt PythonExpressions::power() {
  const PythonAt base = postfix();
  if (!accept("**")) return base;
  if (++nesting_ > most_nesting) complain(peek().range, "this is nested too deeply: compute it in several lines");
  const PythonAt exponent = failed() ? nothing(peek().range) : unary();
  --nesting_;
  return join_parts(PythonNode::Binary, {base, exponent}, PythonSign::Power);
}

PythonAt PythonExpressions::postfix() {
  PythonAt found = atom();
  while (!failed()) {
    if (peek().is("(")) {
      found = call(found);
    } else if (peek().is("[")) {
      found = index(found);
    } else if (accept(".")) {
      const PythonWord name = next();
      if (name.kind != PythonWordKind::Name) complain(name.range, "expected a name behind the dot");
      found = add({.kind = PythonNode::Member,
                   .text = name.text,
                   .parts = {found},
                   .range = join(node(found).range, name.range)});
    } else {
      break;
    }
  }
  return found;
}

PythonAt PythonExpressions::atom() {
  const PythonWord& word = peek();
  switch (word.kind) {
    case PythonWordKind::Number:
    case PythonWordKind::Large:
    case PythonWordKind::Fraction:
    case PythonWordKind::Malformed:
      return number();
    case PythonWordKind::Text:
      return text();
    case PythonWordKind::Name:
      return name();
    default:
      break;
  }
  if (word.is("(")) return in_parentheses();
  if (word.is("[")) return list();
  if (word.is("{")) complain(word.range, "dictionaries and sets are not followed here: use a list");
  complain(word.range, fmt::format("expected a value, not {}", said_of(word)));
  return nothing(word.range);
}

PythonAt PythonExpressions::number() {
  const PythonWord word = next();
  const std::string said = said_of(word);
  if (word.kind == PythonWordKind::Large)
    complain(word.range, fmt::format("{} is beyond 64 bits, which are not computed with here", said));
  if (word.kind == PythonWordKind::Fraction)
    complain(word.range, fmt::format("{} is a fraction: compute with whole numbers", said));
  if (word.kind == PythonWordKind::Malformed) complain(word.range, fmt::format("{} is no number in Python", said));
  return leaf(PythonNode::Number, word);
}

PythonAt PythonExpressions::name() {
  PythonWord word = next();
  if (word.is("None")) return nothing(word.range);
  if (word.is("True") || word.is("False")) {
    word.value = word.is("True") ? 1 : 0;
    return leaf(PythonNode::Number, word);
  }
  if (std::ranges::find(reserved, word.text) != reserved.end())
    complain(word.range, fmt::format("expected a value, not {}", said_of(word)));
  return leaf(PythonNode::Name, word);
}

PythonAt PythonExpressions::text() {
  const PythonAt found = leaf(PythonNode::Text, next());
  while (peek().kind == PythonWordKind::Text) next();
  return found;
}

PythonAt PythonExpressions::in_parentheses() {
  const TextRange open = next().range;
  if (accept(")")) return add({.kind = PythonNode::Tuple, .range = join(open, last().range)});
  PythonAt found = values();
  if (peek().is("for")) found = comprehension(PythonNode::Generator, found, open);
  expect(")");
  return found;
}

PythonAt PythonExpressions::list() {
  const TextRange open = next().range;
  std::vector<PythonAt> parts;
  while (!failed() && !peek().is("]")) {
    parts.push_back(value());
    if (parts.size() == 1 && peek().is("for")) {
      const PythonAt found = comprehension(PythonNode::Comprehension, parts.front(), open);
      expect("]");
      return found;
    }
    if (!peek().is("]")) expect(",");
  }
  expect("]");
  return add({.kind = PythonNode::List, .parts = std::move(parts), .range = join(open, last().range)});
}

PythonAt PythonExpressions::comprehension(PythonNode kind, PythonAt value, TextRange open) {
  std::vector<PythonAt> parts = {value};
  while (!failed() && peek().is("for")) parts.push_back(clause());
  return add({.kind = kind, .parts = std::move(parts), .range = join(open, last().range)});
}

// Reads for target in source if condition: `in` belongs to the clause, so neither is a comparison.
PythonAt PythonExpressions::clause() {
  const TextRange begin = next().range;
  std::vector<PythonAt> parts = {loop_target()};
  expect("in");
  parts.push_back(disjunction());
  while (!failed() && accept("if")) parts.push_back(disjunction());
  return add({.kind = PythonNode::Clause, .parts = std::move(parts), .range = join(begin, last().range)});
}

PythonAt PythonExpressions::loop_target() {
  const bool parentheses = accept("(");
  std::vector<PythonAt> names;
  do {
    if (peek().is("in") || peek().is(")")) break;
    names.push_back(postfix());
    check_target(names.back());
  } while (!failed() && accept(","));
  if (parentheses) expect(")");
  if (names.empty()) {
    complain(peek().range, fmt::format("expected a name, not {}", said_of(peek())));
    return nothing(peek().range);
  }
  return names.size() == 1 ? names.front() : join_parts(PythonNode::Tuple, std::move(names));
}

void PythonExpressions::check_target(PythonAt target) {
  const PythonExpression& found = node(target);
  if (found.kind == PythonNode::Tuple || found.kind == PythonNode::List) {
    for (const PythonAt part : found.parts) check_target(part);
    return;
  }
  if (found.kind == PythonNode::Name || found.kind == PythonNode::Index) return;
  complain(found.range, "expected a name to which a value is given");
}

PythonAt PythonExpressions::call(PythonAt function) {
  next();
  std::vector<PythonAt> parts = {function};
  while (!failed() && !peek().is(")")) {
    parts.push_back(argument());
    if (peek().is("for")) parts.back() = comprehension(PythonNode::Generator, parts.back(), node(parts.back()).range);
    if (!peek().is(")")) expect(",");
  }
  expect(")");
  const TextRange range = join(node(function).range, last().range);
  return add({.kind = PythonNode::Call, .parts = std::move(parts), .range = range});
}

PythonAt PythonExpressions::argument() {
  if (peek().is("*") || peek().is("**"))
    complain(peek().range, "a list that is spread over arguments is not followed here: write them one by one");
  if (peek().kind != PythonWordKind::Name || !peek(1).is("=")) return value();
  const PythonWord name = next();
  next();
  const PythonAt given = value();
  return add(
      {.kind = PythonNode::Keyword, .text = name.text, .parts = {given}, .range = join(name.range, node(given).range)});
}

PythonAt PythonExpressions::index(PythonAt list) {
  next();
  std::vector<PythonAt> at = {subscript()};
  const bool several = peek().is(",");
  while (!failed() && accept(",") && !peek().is("]")) at.push_back(subscript());
  expect("]");
  const PythonAt in = several ? join_parts(PythonNode::Tuple, std::move(at)) : at.front();
  const TextRange range = join(node(list).range, last().range);
  return add({.kind = PythonNode::Index, .parts = {list, in}, .range = range});
}

PythonAt PythonExpressions::subscript() {
  const bool open = peek().is(":");
  const PythonAt begin = open ? nothing(peek().range) : value();
  return peek().is(":") ? slice(begin) : begin;
}

PythonAt PythonExpressions::slice(PythonAt begin) {
  std::vector<PythonAt> parts = {begin};
  while (!failed() && parts.size() < 3 && accept(":")) {
    const bool empty = peek().is(":") || peek().is("]") || peek().is(",");
    parts.push_back(empty ? nothing(last().range) : value());
  }
  while (parts.size() < 3) parts.push_back(nothing(last().range));
  return join_parts(PythonNode::Slice, std::move(parts));
}

}  // namespace tcviz::inline gpu_python
