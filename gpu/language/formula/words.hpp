// Splits texts in notations other than C (CuTe, Triton, Python) into words: names with dots and colons, integers,
// strings, and single signs. Knows nothing of their meaning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_formula {

enum class WordKind : std::uint8_t { Number, Name, String, Sign, Line, End };

struct TextWord {
  WordKind kind = WordKind::End;
  std::uint32_t value = 0;  // for a Number; one that is too large becomes the largest value
  TextRange range;
  std::string_view text;  // without the quotes of a string; for "cute::Int" only the last part, "Int"
  bool is(std::string_view word) const { return kind != WordKind::String && text == word; }
};

// The syntax of the words. C: // and /* begin comments. Python: # begins a comment, and lines matter: before the first
// word of each line is a word of kind Line, whose value is the indentation.
enum class WordsOf : std::uint8_t { C, Python };

// Returns the words of the text; the last one is End.
std::pmr::vector<TextWord> words_in(std::string_view text, WordsOf language, std::pmr::memory_resource* memory);
// Returns the word for a message: "`tid`", "the end", "the end of the line".
std::string said_of(const TextWord& word);

// The words of a text and a position in them. Parsing ends at the first error.
class WordCursor {
 public:
  WordCursor(std::string_view text, WordsOf language, std::vector<Diagnostic>& diagnostics,
             std::pmr::memory_resource* memory)
      : words_(words_in(text, language, memory)), diagnostics_(diagnostics) {}

  const TextWord& peek(std::size_t ahead = 0) const { return words_[std::min(at_ + ahead, words_.size() - 1)]; }
  const TextWord& next() {
    const TextWord& word = peek();
    if (word.kind != WordKind::End) ++at_;
    return word;
  }
  const TextWord& last() const { return words_[at_ == 0 ? 0 : at_ - 1]; }
  bool at_end() const { return failed() || peek().kind == WordKind::End; }
  // Passes the next word and returns true if it is `word`.
  bool accept(std::string_view word) {
    const bool found = peek().is(word);
    if (found) ++at_;
    return found;
  }
  // Does the same, and reports an error if it is another word.
  bool expect(std::string_view word);
  bool failed() const { return !diagnostics_.empty(); }
  void complain(TextRange range, std::string message) {
    if (!failed()) diagnostics_.push_back({std::move(message), range, {}});
  }

 protected:
  std::pmr::vector<TextWord> words_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace tcviz::inline gpu_formula
