// Walks over the text of a module, word by word, and counts lines. Never leaves the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tcviz::inline gpu_ptx {

class PtxCursor {
 public:
  explicit PtxCursor(std::string_view text) : text_(text) {}

  void skip_blanks();  // and comments
  bool at_end();
  char peek();  // the next character that is no blank; 0 at the end
  bool take(char c);
  // Takes letters, digits and _ $ % . with "::" inside: a directive, an opcode, a name or a number. Empty if there is
  // none here.
  std::string_view word();
  bool take_word(std::string_view word);
  // Takes a number: 12, -3, 0x1F, 1U, 0f3F800000 and 0d... as their bits.
  std::optional<std::int64_t> number();
  std::string_view quoted();  // "..." without its quotes; empty if there is none here
  void skip_past(char c);     // past the next `c`
  void skip_line();
  void skip_braces();  // { ... } with what is nested
  int line() const { return line_; }

  struct Mark {
    std::size_t at = 0;
    int line = 0;
  };
  Mark mark() const { return {at_, line_}; }
  void back_to(Mark mark) { at_ = mark.at, line_ = mark.line; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

// Returns the value of a word that spells a number.
std::optional<std::int64_t> ptx_number(std::string_view word);

}  // namespace tcviz::inline gpu_ptx
