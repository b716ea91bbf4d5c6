// The words of texts that are not C, as CuTe, Triton and Python write them: names with their dots and colons, whole
// numbers, strings, and single signs. Knows nothing of their meaning.
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
  std::uint32_t value = 0;  // of a number; one that is too large becomes the largest
  TextRange range;
  std::string_view text;  // without a string's quotes; of "cute::Int" the last part, "Int"
  bool is(std::string_view word) const { return kind != WordKind::String && text == word; }
};

// The language of the words. C: // and /* begin comments. Python: # does, and lines count: a Line stands before the
// first word of each, with its indentation as its value.
enum class WordsOf : std::uint8_t { C, Python };

// Splits the text into words, the last of which is End.
std::pmr::vector<TextWord> words_in(std::string_view text, WordsOf language, std::pmr::memory_resource* memory);
std::string said_of(const TextWord& word);  // "`tid`", "the end", "the end of the line"

// The words of a text and the place of a reader among them. The first complaint ends the reading.
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
  bool accept(std::string_view word) {
    const bool found = peek().is(word);
    if (found) ++at_;
    return found;
  }
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
