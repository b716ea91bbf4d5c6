// The place of a reader among the tokens of a text, and the list to which it reports mistakes.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_c {

// A place among tokens. The last token is End and is never passed.
struct Cursor {
  std::span<const Token> tokens;
  std::vector<Diagnostic>* diagnostics = nullptr;
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();  // lives while the text is read
  std::size_t at = 0;
  bool gave_up = false;

  const Token& peek(std::size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  const Token& before() const { return tokens[at > 0 ? at - 1 : 0]; }
  const Token& next() {
    const Token& token = peek();
    if (token.kind != TokenKind::End) ++at;
    return token;
  }
  bool at_sign(std::string_view sign) const { return peek().kind == TokenKind::Sign && peek().text == sign; }
  bool at_name(std::string_view name) const { return peek().kind == TokenKind::Name && peek().text == name; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  bool accept(std::string_view sign) {
    const bool found = at_sign(sign);
    if (found) ++at;
    return found;
  }
  bool accept_name(std::string_view name) {
    const bool found = at_name(name);
    if (found) ++at;
    return found;
  }
  // True if no more errors are kept: making the text of another would be wasted.
  bool is_full() const { return diagnostics->size() >= most_diagnostics; }
  void complain(TextRange range, std::string message, std::optional<std::string> fix = {}) const {
    if (!gave_up) report(*diagnostics, {std::move(message), range, std::move(fix)});
  }
  // Complains and goes to the end; nothing that follows from that is complained of.
  void give_up(TextRange range, std::string message) {
    complain(range, std::move(message));
    gave_up = true;
    at = tokens.size() - 1;
  }
};

// Returns the place behind the sign that closes the one at `open`: (, [, { or <. The place of End if none does.
std::size_t behind_brackets(std::span<const Token> tokens, std::size_t open);

}  // namespace tcviz::inline gpu_c
