// The form to which all other notations are translated: tokens of C with their places in the original text, and other
// facts that the text states.
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/foreign.hpp"
#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_formula {

// A text in another notation, translated to C.
struct AsC {
  explicit AsC(std::pmr::memory_resource* memory) : tokens(memory) {}

  std::pmr::vector<Token> tokens;              // the last one is End
  int threads = 0, values = 0;                 // numbers of threads and values that the text states; 0: it states none
  int conventions = 1;                         // number of possible meanings of its numbers
  std::optional<int> convention;               // the meaning, if the text states it
  std::shared_ptr<const ForeignText> foreign;  // the text, if its functions are computed by its own rules
  int operators = 0;                           // of these: number of binary operators
  std::string reading;                         // a remark on what is assumed; empty: none

  // Adds a name. `text` must live as long as the tokens.
  void name(std::string_view text, TextRange range) { put(TokenKind::Name, text, range); }
  void sign(std::string_view text, TextRange range) { put(TokenKind::Sign, text, range); }
  void number(std::uint32_t value, TextRange range);
  void end(TextRange range) { put(TokenKind::End, {}, range); }

 private:
  void put(TokenKind kind, std::string_view text, TextRange range);
};

}  // namespace tcviz::inline gpu_formula
