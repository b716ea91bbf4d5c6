// A position in the tokens of a text while it is parsed, with the list for its errors.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_c {

// A position in tokens. The last token is End, which the position never passes.
struct Cursor {
  std::span<const Token> tokens;
  std::vector<Diagnostic>* diagnostics = nullptr;
  // Memory for objects that live while the text is parsed.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
  std::size_t at = 0;
  // True: further errors are not reported.
  bool gave_up = false;

  // Returns the token `ahead` tokens after the position.
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
  // Passes the next token and returns true if it is the sign `sign`.
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
  // True if the list of errors is full, so that no message needs to be made for another.
  bool is_full() const { return diagnostics->size() >= most_diagnostics; }
  // Adds an error.
  void complain(TextRange range, std::string message, std::optional<std::string> fix = {}) const {
    if (!gave_up) report(*diagnostics, {std::move(message), range, std::move(fix)});
  }
  // Adds an error and goes to the end of the text; errors that follow from that are not reported.
  void give_up(TextRange range, std::string message) {
    complain(range, std::move(message));
    gave_up = true;
    at = tokens.size() - 1;
  }
};

// Returns the index of the token after the bracket that closes the one at `open`: (, [, { or <. Returns the index of
// End if none does.
std::size_t behind_brackets(std::span<const Token> tokens, std::size_t open);

}  // namespace tcviz::inline gpu_c
