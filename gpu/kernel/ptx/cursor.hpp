// Reads the text of a PTX module word by word, and counts lines. Never leaves the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/kernel/ptx/literal.hpp"

namespace tcviz::inline gpu_ptx {

// A position in PTX text.
class PtxCursor {
 public:
  explicit PtxCursor(std::string_view text) : text_(text) {}

  // Skips blanks and comments.
  void skip_blanks();
  bool at_end();
  // Returns the next character that is not blank; 0 at the end.
  char peek();
  // Consumes `c` and returns true if it is the next character that is not blank.
  bool take(char c);
  // Does the same for a sign of several characters with no blank between them: "<<".
  bool take_sign(std::string_view sign);
  // Consumes and returns a directive, an opcode, a name or a number: letters, digits and _ $ % . with "::" inside.
  // Returns an empty text if there is none here.
  std::string_view word();
  // Consumes the next word and returns true if it is `word`.
  bool take_word(std::string_view word);
  // Consumes a number and returns it; none if there is no number here. Only decimal ones have a sign.
  std::optional<PtxNumber> literal();
  // Does the same for a whole number, and returns its value.
  std::optional<std::int64_t> number();
  // Consumes "..." and returns it without its quotes; empty if there is none here.
  std::string_view quoted();
  // Skips the text up to and including the next `c`.
  void skip_past(char c);
  void skip_line();
  // Skips { ... } with all nested braces; outside of braces it stops after a ";".
  void skip_braces();
  // Returns the current line, from 1.
  int line() const { return line_; }

  // A place in the text to which back_to() returns.
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

}  // namespace tcviz::inline gpu_ptx
