// Splits a Python text into words: numbers, names, strings, signs, and the begins of lines with their indentation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_python {

// Line: before the first word of each line; its value is the indentation. Malformed: no number of Python, as 8u or 010.
// Large: a whole number beyond 64 bits. Fraction: 0.5.
enum class PythonWordKind : std::uint8_t { Number, Large, Fraction, Malformed, Name, Text, Sign, Line, End };

struct PythonWord {
  PythonWordKind kind = PythonWordKind::End;
  std::int64_t value = 0;
  std::string_view text{};  // without the quotes of a string
  TextRange range{};
  bool is(std::string_view word) const {
    return (kind == PythonWordKind::Name || kind == PythonWordKind::Sign) && text == word;
  }
  bool ends_line() const { return kind == PythonWordKind::Line || kind == PythonWordKind::End; }
};

// Returns the words of the text; the last one is End.
std::vector<PythonWord> python_words(std::string_view text);
// Returns the word for a message: "`tid`", "the end", "the end of the line".
std::string said_of(const PythonWord& word);

}  // namespace tcviz::inline gpu_python
