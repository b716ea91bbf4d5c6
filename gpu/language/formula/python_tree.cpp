#include "gpu/language/formula/python_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_formula {
namespace {

using PythonTree = PythonExpression;
constexpr int deepest_python = 200;

std::uint32_t python_choice(PythonWords& words, int depth);

std::uint32_t add_python(PythonWords& words, PythonTree tree) {
  words.trees.push_back(tree);
  return static_cast<std::uint32_t>(words.trees.size() - 1);
}

std::uint32_t python_joined(PythonWords& words, PythonNode kind, std::string_view text,
                            std::initializer_list<std::uint32_t> of) {
  PythonTree tree;
  tree.kind = kind;
  tree.text = text;
  tree.range = words.trees[*of.begin()].range;
  for (const std::uint32_t part : of) {
    tree.parts[static_cast<std::size_t>(tree.count++)] = part;
    tree.range = join(tree.range, words.trees[part].range);
  }
  return add_python(words, tree);
}

std::uint32_t python_leaf(PythonWords& words, PythonNode kind, const TextWord& word) {
  PythonTree tree;
  tree.kind = kind;
  tree.value = word.value;
  tree.text = word.text;
  tree.range = word.range;
  return add_python(words, tree);
}

std::uint32_t python_nothing(PythonWords& words, std::string message) {
  words.complain(words.peek().range, std::move(message));
  return add_python(words, {});
}

// Reads name(a) or name(a, b).
std::uint32_t python_call(PythonWords& words, const TextWord& name, int depth) {
  constexpr std::array<std::string_view, 4> known = {"min", "max", "abs", "int"};
  const bool own = std::ranges::find(words.functions, name.text) != words.functions.end();
  if (!own && std::ranges::find(known, name.text) == known.end()) {
    words.complain(name.range, fmt::format("`{}` is not followed here: of Python's functions min, max, abs and int are",
                                           name.text.substr(0, 40)));
    return add_python(words, {});
  }
  words.next();
  PythonTree tree;
  tree.kind = PythonNode::Call;
  tree.text = name.text;
  tree.range = name.range;
  while (!words.failed() && !words.peek().is(")")) {
    if (tree.count > 0) words.expect(",");
    if (tree.count == static_cast<int>(tree.parts.size()))
      return python_nothing(words, "a call has up to 3 values here");
    tree.parts[static_cast<std::size_t>(tree.count++)] = python_choice(words, depth + 1);
  }
  words.expect(")");
  const int wanted = name.is("min") || name.is("max") ? 2 : 1;
  if (!own && tree.count != wanted)
    words.complain(name.range,
                   fmt::format("`{}` is followed with {} value{}", name.text, wanted, wanted == 1 ? "" : "s"));
  return add_python(words, tree);
}

// Returns the word with all parts of its name: cuda.threadIdx.x is no x. Complains of other names with dots.
TextWord whole_name(PythonWords& words, TextWord word) {
  const std::size_t length = word.range.end - word.range.begin;
  if (length == word.text.size()) return word;
  word.text = {word.text.data() + word.text.size() - length, length};
  if (word.is("threadIdx.x")) return word;
  if (word.is("cuda.threadIdx.x"))
    word.text.remove_prefix(5);
  else
    words.complain(word.range,
                   fmt::format("`{}` is not known here: of names with dots, threadIdx.x is", word.text.substr(0, 40)));
  return word;
}

// Reads number | name | name(...) | name[...] | ( choice ).
std::uint32_t python_operand(PythonWords& words, int depth) {
  const TextWord word = words.peek();
  if (depth > deepest_python) return python_nothing(words, "this is nested too deeply");
  if (word.is("(")) {
    words.next();
    const std::uint32_t inner = python_choice(words, depth + 1);
    if (words.peek().is(",")) return python_nothing(words, "a tuple has no place inside a formula");
    words.expect(")");
    return inner;
  }
  if (word.kind == WordKind::Number) return python_leaf(words, PythonNode::Number, words.next());
  if (word.kind != WordKind::Name) return python_nothing(words, fmt::format("expected a value, not {}", said_of(word)));
  words.next();
  if (word.is("True") || word.is("False")) {
    TextWord number = word;
    number.value = word.is("True") ? 1 : 0;
    return python_leaf(words, PythonNode::Number, number);
  }
  if (words.peek().is("(")) return python_call(words, word, depth);
  const std::uint32_t name = python_leaf(words, PythonNode::Name, whole_name(words, word));
  if (!words.accept("[")) return name;
  const std::uint32_t at = python_choice(words, depth + 1);
  words.expect("]");
  return python_joined(words, PythonNode::Index, "[", {name, at});
}

std::uint32_t python_unary(PythonWords& words, int depth) {
  const bool minus = words.peek().is("-"), flip = words.peek().is("~");
  if (depth > deepest_python) return python_nothing(words, "this is nested too deeply");
  if (words.accept("+")) return python_unary(words, depth + 1);
  if (minus || flip) {
    words.next();
    return python_joined(words, minus ? PythonNode::Minus : PythonNode::Flip, "", {python_unary(words, depth + 1)});
  }
  const std::uint32_t base = python_operand(words, depth);
  if (!words.accept_pair('*', '*')) return base;
  return python_joined(words, PythonNode::Binary, "**", {base, python_unary(words, depth + 1)});
}

// The signs of one level of precedence, the tightest first; all levels are read from the left.
struct PythonLevel {
  std::array<std::string_view, 4> signs;
};
constexpr std::array<PythonLevel, 6> python_levels = {
    {{{"//", "*", "%", "/"}}, {{"+", "-"}}, {{"<<", ">>"}}, {{"&"}}, {{"^"}}, {{"|"}}}};

std::string_view accept_python_sign(PythonWords& words, const PythonLevel& level) {
  for (const std::string_view sign : level.signs) {
    if (sign.empty() || (sign.size() == 1 && words.peek(1).is("="))) continue;
    if (sign.size() == 2 ? words.accept_pair(sign[0], sign[1]) : words.accept(sign)) return sign;
  }
  return {};
}

std::uint32_t python_binary(PythonWords& words, std::size_t level, int depth) {
  const auto inner = [&] { return level == 0 ? python_unary(words, depth) : python_binary(words, level - 1, depth); };
  std::uint32_t left = inner();
  for (std::string_view sign; !words.failed() && !(sign = accept_python_sign(words, python_levels[level])).empty();) {
    const std::uint32_t right = inner();
    left = python_joined(words, PythonNode::Binary, sign, {left, right});
  }
  return left;
}

std::string_view accept_python_relation(PythonWords& words) {
  for (const std::string_view pair : {"<=", ">=", "==", "!="})
    if (words.accept_pair(pair[0], pair[1])) return pair;
  for (const std::string_view sign : {"<", ">"})
    if (words.accept(sign)) return sign;
  return {};
}

// Reads a < b <= c as a < b and b <= c.
std::uint32_t python_comparison(PythonWords& words, int depth) {
  std::uint32_t left = python_binary(words, python_levels.size() - 1, depth), all = left;
  bool any = false;
  for (std::string_view sign; !words.failed() && !(sign = accept_python_relation(words)).empty();) {
    const std::uint32_t right = python_binary(words, python_levels.size() - 1, depth);
    const std::uint32_t one = python_joined(words, PythonNode::Compare, sign, {left, right});
    all = any ? python_joined(words, PythonNode::And, "", {all, one}) : one;
    any = true;
    left = right;
  }
  return all;
}

std::uint32_t python_negation(PythonWords& words, int depth) {
  if (depth > deepest_python) return python_nothing(words, "this is nested too deeply");
  if (words.accept("not")) return python_joined(words, PythonNode::Not, "", {python_negation(words, depth + 1)});
  return python_comparison(words, depth);
}

std::uint32_t python_conjunction(PythonWords& words, int depth) {
  std::uint32_t left = python_negation(words, depth);
  while (words.accept("and")) left = python_joined(words, PythonNode::And, "", {left, python_negation(words, depth)});
  return left;
}

std::uint32_t python_disjunction(PythonWords& words, int depth) {
  std::uint32_t left = python_conjunction(words, depth);
  while (words.accept("or")) left = python_joined(words, PythonNode::Or, "", {left, python_conjunction(words, depth)});
  return left;
}

// Reads a if condition else b.
std::uint32_t python_choice(PythonWords& words, int depth) {
  if (depth > deepest_python) return python_nothing(words, "this is nested too deeply");
  const std::uint32_t first = python_disjunction(words, depth);
  if (!words.peek().is("if")) return first;
  words.next();
  const std::uint32_t condition = python_disjunction(words, depth);
  words.expect("else");
  return python_joined(words, PythonNode::Choice, "", {condition, first, python_choice(words, depth + 1)});
}

}  // namespace

bool PythonWords::at_pair(char first, char second) const {
  const TextWord &a = peek(), &b = peek(1);
  return a.kind == WordKind::Sign && b.kind == WordKind::Sign && a.text[0] == first && b.text[0] == second &&
         a.range.end == b.range.begin;
}

std::uint32_t read_python_expression(PythonWords& words) { return python_choice(words, 0); }

}  // namespace tcviz::inline gpu_formula
