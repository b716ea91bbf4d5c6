#include "gpu/language/formula/cute_tuple.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::array<std::string_view, 13> cute_tuple_names = {
    "Shape",      "Stride", "Tile",  "Coord",      "Step",      "make_shape", "make_stride",
    "make_tuple", "tuple",  "Tuple", "make_coord", "make_tile", "shape"};
constexpr std::array<std::string_view, 6> cute_number_names = {
    "Int", "C", "constant", "Constant", "integral_constant", "size_t"};

bool is_cute_name(const TextWord& word, std::span<const std::string_view> names) {
  return word.kind == WordKind::Name && std::ranges::find(names, word.text) != names.end();
}

// Returns 4 of "_4".
std::optional<std::uint32_t> static_cute_number(const TextWord& word) {
  if (word.kind != WordKind::Name || word.text.size() < 2 || word.text.size() > 6 || word.text[0] != '_')
    return std::nullopt;
  std::uint32_t value = 0;
  for (const char digit : word.text.substr(1)) {
    if (!is_digit(digit)) return std::nullopt;
    value = value * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return value;
}

const CuteName* find_cute_name(const CuteWords& words, const TextWord& word) {
  if (word.kind != WordKind::Name) return nullptr;
  const auto found = std::ranges::find(words.names, word.text, &CuteName::name);
  return found == words.names.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> no_cute_number(CuteWords& words) {
  const TextWord& word = words.peek();
  const char* const hint = word.kind == WordKind::Name ? "; no number has this name above" : "";
  words.complain(word.range, fmt::format("expected a number, ( , or ), not {}{}", said_of(word), hint));
  return std::nullopt;
}

// Reads number { (* | /) number }, as it stands between the brackets of Int<...>.
std::optional<std::uint32_t> read_cute_product(CuteWords& words) {
  std::optional<std::uint32_t> value = read_cute_number(words);
  while (value && (words.peek().is("*") || words.peek().is("/"))) {
    const bool times = words.next().is("*");
    const std::optional<std::uint32_t> other = read_cute_number(words);
    if (!other || (!times && *other == 0)) return no_cute_number(words);
    value = times ? *value * *other : *value / *other;
  }
  return value;
}

void read_cute_basis(CuteWords& words, CuteNumber& number) {
  if (!words.accept("@")) return;
  const std::optional<std::uint32_t> basis = read_cute_number(words);
  if (!basis) return;
  if (*basis > 1 || words.peek().is("@"))
    return words.complain(words.last().range, "a matrix has two coordinates: a stride counts @0 or @1");
  number.basis = static_cast<int>(*basis);
}

// Reads E<1>{}, which is 1@1.
bool read_cute_unit(CuteWords& words, CuteNumber& number) {
  if (!words.peek().is("E") || !words.peek(1).is("<")) return false;
  words.next();
  words.next();
  const std::optional<std::uint32_t> basis = read_cute_number(words);
  if (!basis || !words.expect(">")) return true;
  if (*basis > 1) words.complain(words.last().range, "a matrix has two coordinates: E<0> and E<1>");
  number.value = 1;
  number.basis = static_cast<int>(*basis);
  words.skip_braces();
  return true;
}

void add_cute_leaf(CuteWords& words, CuteTuple& to) {
  CuteNumber number;
  number.range = words.peek().range;
  number.mode = to.modes - 1;
  if (!read_cute_unit(words, number)) {
    const std::optional<std::uint32_t> value = read_cute_product(words);
    if (!value) return;
    number.value = *value;
    read_cute_basis(words, number);
  }
  number.range.end = words.last().range.end;
  to.numbers.push_back(number);
}

void add_cute(CuteWords& words, CuteTuple& to, int depth);

void add_cute_named(const CuteTuple& named, CuteTuple& to, int depth) {
  for (CuteNumber number : named.numbers) {
    if (depth > 0) number.mode = to.modes - 1;
    to.numbers.push_back(number);
  }
  if (depth == 0) to.modes = named.modes;
  to.nesting += named.nesting;
}

void add_cute_members(CuteWords& words, CuteTuple& to, std::string_view close, int depth) {
  to.nesting += '(';
  while (!words.at_end() && !words.peek().is(close)) {
    add_cute(words, to, depth + 1);
    if (words.peek().is(close) || words.peek().kind == WordKind::End) break;
    if (!words.expect(",")) return;
    if (words.peek().is(close)) break;  // (32,) of Python
    to.nesting += ',';
    if (depth == 0) ++to.modes;
  }
  to.nesting += ')';
  if (words.peek().kind == WordKind::End)
    return words.complain({to.range.begin, words.last().range.end}, "( and ) do not match");
  words.expect(close);
  words.skip_braces();
}

// True if a tuple is larger than any layout's: one name that stands twice in the next doubles with each.
bool is_too_long(const CuteTuple& tuple) { return tuple.numbers.size() + tuple.nesting.size() > most_cute_words; }

void add_cute(CuteWords& words, CuteTuple& to, int depth) {
  constexpr int deepest = 16;
  if (depth > deepest) return words.complain(words.peek().range, "this is nested too deeply");
  if (is_too_long(to)) return words.complain(words.peek().range, "this has more numbers than any layout");
  if (words.accept("(")) return add_cute_members(words, to, ")", depth);
  if (is_cute_name(words.peek(), cute_tuple_names) && (words.peek(1).is("<") || words.peek(1).is("("))) {
    words.next();
    return add_cute_members(words, to, words.next().is("<") ? ">" : ")", depth);
  }
  const CuteName* const named = find_cute_name(words, words.peek());
  if (named != nullptr && !named->tuple.nesting.empty()) {
    add_cute_named(named->tuple, to, depth);
    words.next();
    return words.skip_braces();
  }
  add_cute_leaf(words, to);
}

}  // namespace

std::optional<std::uint32_t> read_cute_number(CuteWords& words) {
  const TextWord& word = words.peek();
  std::optional<std::uint32_t> value;
  if (word.kind == WordKind::Number) value = word.value;
  if (!value) value = static_cute_number(word);
  if (const CuteName* named = find_cute_name(words, word); named != nullptr && named->tuple.nesting.empty())
    value = named->tuple.numbers.front().value;
  if (value) {
    words.next();
    words.skip_braces();
    return value;
  }
  if (!is_cute_name(word, cute_number_names) || !words.peek(1).is("<")) return no_cute_number(words);
  words.next();
  words.next();
  if (words.peek().is("int") || words.peek().is("size_t")) {  // constant<int, 4>
    words.next();
    words.expect(",");
  }
  value = read_cute_product(words);
  if (!value || !words.expect(">")) return std::nullopt;
  words.skip_braces();
  return value;
}

bool at_cute_tuple(const CuteWords& words) {
  const TextWord& word = words.peek();
  if (word.is("(") || word.kind == WordKind::Number || static_cute_number(word)) return true;
  const bool opens = words.peek(1).is("<") || words.peek(1).is("(");
  if (opens && (is_cute_name(word, cute_tuple_names) || is_cute_name(word, cute_number_names))) return true;
  return find_cute_name(words, word) != nullptr;
}

CuteTuple read_cute_tuple(CuteWords& words) {
  CuteTuple tuple(words.memory);
  tuple.range = words.peek().range;
  add_cute(words, tuple, 0);
  tuple.range.end = words.last().range.end;
  return tuple;
}

}  // namespace tcviz::inline gpu_formula
