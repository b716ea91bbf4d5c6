// The form to which all other notations are translated: tokens of C with their places in the original text, and other
// facts that the text states.
#pragma once

#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_formula {

// A text in another notation, translated to C.
struct AsC {
  explicit AsC(std::pmr::memory_resource* memory) : tokens(memory) {}

  std::pmr::vector<Token> tokens;  // the last one is End
  bool functions = false;          // the tokens are whole functions; else statements
  int threads = 0, values = 0;     // numbers of threads and values that the text states; 0: it states none
  int conventions = 1;             // number of possible meanings of its numbers
  std::optional<int> convention;   // the meaning, if the text states it

  // Adds a name. `text` must live as long as the tokens.
  void name(std::string_view text, TextRange range) { put(TokenKind::Name, text, range); }
  void sign(std::string_view text, TextRange range) { put(TokenKind::Sign, text, range); }
  void number(std::uint32_t value, TextRange range);
  void end(TextRange range) { put(TokenKind::End, {}, range); }

 private:
  void put(TokenKind kind, std::string_view text, TextRange range);
};

}  // namespace tcviz::inline gpu_formula
