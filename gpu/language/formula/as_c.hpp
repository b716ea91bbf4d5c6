// The form that every other notation is rewritten to: C's tokens at their places in the text, and what else it says.
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
  int threads = 0, values = 0;     // that the text speaks of; 0: it does not say
  int conventions = 1;             // in how many ways its numbers may be meant
  std::optional<int> convention;   // in which of them they are, where the text says it

  // `text` lives as long as the tokens: a constant, or part of what was read.
  void name(std::string_view text, TextRange range) { put(TokenKind::Name, text, range); }
  void sign(std::string_view text, TextRange range) { put(TokenKind::Sign, text, range); }
  void number(std::uint32_t value, TextRange range);
  void end(TextRange range) { put(TokenKind::End, {}, range); }

 private:
  void put(TokenKind kind, std::string_view text, TextRange range);
};

}  // namespace tcviz::inline gpu_formula
