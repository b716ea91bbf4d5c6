// The part of Parser that refuses stores of values that another order, or another lane, has given to a fragment.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

// True for __shfl_xor_sync and the like.
bool exchanges_lanes(const Token& token) {
  return token.kind == TokenKind::Name &&
         (token.text.find("shfl") != std::string_view::npos || token.text.find("shuffle") != std::string_view::npos);
}

}  // namespace

// True, with a complaint, if the value of a statement is that of another lane, or of an array whose first values were
// taken from another one: float e[2] = {d[1], d[0]};
bool Parser::has_other_values(std::span<const Subscript> all, std::span<const Token> value, TextRange range) {
  const auto is_made = [&](std::string_view name) {
    const Local* const local = find_owner(name);
    return local != nullptr && local->is_made;
  };
  const auto body_exchanges = [&](const Token& token) {
    return std::ranges::any_of(functions_, [&](const Function& each) {
      return each.name == token.text && each.body != 0 &&
             std::ranges::any_of(
                 cursor_.tokens.subspan(each.body, behind_brackets(cursor_.tokens, each.body) - each.body),
                 exchanges_lanes);
    });
  };
  for (const Token& token : value)
    if (exchanges_lanes(token) || body_exchanges(token)) {
      cursor_.complain(range, "what is stored here comes from another lane, which is not followed here");
      return true;
    }
  const auto made = std::ranges::find_if(all, [&](const Subscript& each) { return is_made(each.name); });
  const auto named = std::ranges::find_if(
      value, [&](const Token& token) { return token.kind == TokenKind::Name && is_made(token.text); });
  if (made == all.end() && named == value.end()) return false;
  const std::string_view name = made != all.end() ? made->name : named->text;
  cursor_.complain(range, fmt::format("the values of `{}` were taken from another array, and in which order is not "
                                      "followed here: store the values of that one",
                                      name.substr(0, 40)));
  return true;
}

}  // namespace tcviz::inline gpu_c
