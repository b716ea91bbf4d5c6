// The words of texts that are not C, as CuTe, Triton and Python write them: names with their dots and colons, whole
// numbers, strings, and single signs. Knows nothing of their meaning.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_formula {

enum class WordKind : std::uint8_t { Number, Name, String, Sign, Line, End };

struct TextWord {
  WordKind kind = WordKind::End;
  std::uint32_t value = 0;  // of a number; too large ones are the largest
  TextRange range;
  std::string_view text;  // without a string's quotes; of "cute::Int" the last part, "Int"
  bool is(std::string_view word) const { return kind != WordKind::String && text == word; }
};

// C: // and /* begin comments. Python: # does, and lines count: a Line stands before the first word of each, with its
// indentation as its value.
enum class WordsOf : std::uint8_t { C, Python };

// The last word is End.
std::pmr::vector<TextWord> words_in(std::string_view text, WordsOf language, std::pmr::memory_resource* memory);

}  // namespace tcviz::inline gpu_formula
