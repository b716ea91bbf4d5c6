// The form to which every other notation is rewritten: C's tokens at their places in the text, and what else the text
// says.
#pragma once

#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_formula {

struct AsC {
  explicit AsC(std::pmr::memory_resource* memory) : tokens(memory) {}

  std::pmr::vector<Token> tokens;  // the last is End
  bool functions = false;          // whole functions; otherwise statements
  int threads = 0, values = 0;     // numbers that the text speaks of; 0: it does not say
  int conventions = 1;             // number of ways in which its numbers may be meant
  std::optional<int> convention;   // the way in which they are meant, if the text says it

  // Adds a name. `text` lives as long as the tokens: a constant, or part of the text that was read.
  void name(std::string_view text, TextRange range) { put(TokenKind::Name, text, range); }
  void sign(std::string_view text, TextRange range) { put(TokenKind::Sign, text, range); }
  void number(std::uint32_t value, TextRange range);
  void end(TextRange range) { put(TokenKind::End, {}, range); }

 private:
  void put(TokenKind kind, std::string_view text, TextRange range);
};

}  // namespace tcviz::inline gpu_formula
