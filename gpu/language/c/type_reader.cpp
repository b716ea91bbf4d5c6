// The part of Parser that reads types.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_c {
namespace {

bool is_elaborate(std::string_view word) {
  constexpr std::array<std::string_view, 5> words = {"auto", "struct", "class", "typename", "enum"};
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::optional<TypeForm> Parser::find_type_named(std::string_view name) const {
  const std::string_view bare = last_part(name);
  for (std::size_t at = aliases_.size(); at-- > 0;)
    if (aliases_[at].name == bare || aliases_[at].name == name) return aliases_[at].form;
  return std::nullopt;
}

bool Parser::at_type(std::size_t ahead) const {
  const Token& token = cursor_.peek(ahead);
  if (token.kind != TokenKind::Name) return false;
  if (is_type_word(token.text)) return find_local(token.text) == nullptr && !has_function(token.text, -1);
  return is_qualifier(token.text) || is_elaborate(token.text) || find_type_named(token.text).has_value();
}

bool Parser::at_declaration() const {
  if (!at_type()) return false;
  const std::string_view next = cursor_.peek(1).text;
  if (next == "[") return cursor_.at_name("auto");
  return next != "(" && next != "{" && next != ".";
}

// Reads the words of a type, in any order, with the arguments of std::pair and its like. Pointers and references are
// the caller's.
Parser::TypeRead Parser::read_type() {
  TypeRead found;
  TypeWords words;
  for (; at_type(); cursor_.next()) {
    const Token& token = cursor_.peek();
    found.is_auto = found.is_auto || token.text == "auto";
    found.is_const =
        found.is_const || token.text == "const" || token.text == "constexpr" || token.text == "__constant__";
    found.is_static = found.is_static || token.text == "static";
    found.is_kernel = found.is_kernel || token.text == "__global__";
    if (is_qualifier(token.text) || is_elaborate(token.text)) continue;
    const auto named = find_type_named(token.text);
    if (found.is_auto || (named && found.any)) break;  // a name that hides it: auto half = ...
    if (named) {
      cursor_.next();
      found.form = cursor_.at_sign("<") ? record_template(token) : *named;
      found.any = true;
      --cursor_.at;
      continue;
    }
    const bool fits = words.add(token.text);
    const std::string_view next = cursor_.peek(1).text;
    if (!fits &&
        (next == "=" || next == ";" || next == "," || next == ")" || next == "[" || next == "{" || next == "("))
      break;  // a name: int half;
    if (!fits) cursor_.complain(token.range, fmt::format("`{} {}` is no type", name_of(words.type()), token.text));
    found.any = true;
    found.form = scalar_form(words.type());
  }
  return found;
}

// Reads std::pair<uint8_t, int>, std::array<int, 2>: "<" is next.
TypeForm Parser::record_template(const Token& name) {
  const std::pmr::vector<Value> given = template_arguments();
  const std::string_view bare = last_part(name.text);
  if (find_template(bare) != nullptr) return {.record = instantiate(bare, given, name.range)};
  if (bare == "array" && given.size() == 2 && given[0].is_type && constant_value(given[1])) {
    TypeForm form = given[0].form;
    form.sizes = {static_cast<std::uint16_t>(std::clamp<std::int64_t>(*constant_value(given[1]), 0, most_cells)),
                  form.sizes[0], form.sizes[1]};
    ++form.rank;
    return form;
  }
  const bool two = given.size() == 2 && given[0].is_type && given[1].is_type;
  if (!two || (bare != "pair" && bare != "tuple")) {
    cursor_.complain(name.range,
                     fmt::format("`{}` with these arguments is not followed here", name.text.substr(0, 40)));
    return {};
  }
  Record made{.name = "pair", .first_field = fields_.size(), .fields = 2, .cells = 2};
  fields_.push_back({.name = "first", .form = given[0].form});
  fields_.push_back({.name = "second", .form = given[1].form, .offset = 1});
  records_.push_back(made);
  return {.record = static_cast<std::int16_t>(records_.size() - 1)};
}

void Parser::known_records() {
  constexpr std::array<std::array<std::string_view, 3>, 3> rows = {
      {{"int2", "x", "y"}, {"pair", "first", "second"}, {"uint2", "x", "y"}}};
  for (const auto& row : rows) {
    const TypeForm each = scalar_form(row[0] == "uint2" ? Type::Unsigned : Type::Int);
    records_.push_back({.name = row[0], .first_field = fields_.size(), .fields = 2, .cells = 2});
    fields_.push_back({.name = row[1], .form = each});
    fields_.push_back({.name = row[2], .form = each, .offset = 1});
    aliases_.push_back({row[0], {.record = static_cast<std::int16_t>(records_.size() - 1)}});
  }
  aliases_.push_back({"tuple", {.record = 1}});
  aliases_.push_back({"std::array", {}});
}

}  // namespace tcviz::inline gpu_c
