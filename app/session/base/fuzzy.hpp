// The fit of typed words with kinds, commands and sources. Pure functions of text; knows nothing of the things
// searched.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline app_session {

// A word that finds something. `part` counts the pieces of its name; a word that spells the beginning of its part
// lights up as far as it was typed, another one ("double" for f64) lights up the whole part. A negative part: a word
// that is not visible anywhere, and so is worth less.
struct Term {
  std::string word;  // lower case
  int part = 0;
  bool spelled = true;
};

// A piece of a name that a search matched. `end` is npos for all of the part.
struct Lit {
  int part = 0;
  std::size_t end = std::string::npos;
  friend bool operator==(const Lit&, const Lit&) = default;
};

struct Found {
  int cost = 0;  // 0: every word is there as it was typed; more: worse
  std::vector<Lit> lit;
};

// Strict: a word must begin a term, or run over the beginnings of several ("accf32"). Tolerant: a word of four letters
// or more may also have one letter wrong, missing, too many, or two in the wrong order.
enum class Tolerance { Strict, Tolerant };

// Returns the words of the typed text, cut at blanks, dots and commas, in lower case. Parts that belong together become
// one word: "float 16" is float16, "16 8 32" is 16x8x32, "tensor float" is tensorfloat.
std::vector<std::string> search_words(std::string_view typed);

// Finds the terms that the words fit; nothing if one of the words fits no term. One of the letters a, b, c and d alone
// is an operand: it must be a whole term.
std::optional<Found> find_words(std::span<const Term> terms, std::span<const std::string> words, Tolerance tolerance);

// A term for each word of a plain text, and the place of each such word in it.
struct WordPlace {
  std::size_t begin = 0, end = 0;
};
std::vector<WordPlace> word_places(std::string_view text);
std::vector<Term> terms_of(std::string_view text, int first_part = 0);

// True if one letter wrong, missing, too many, or a swap of two neighbours makes `word` the beginning of `term`.
bool one_slip(std::string_view word, std::string_view term);

}  // namespace tcviz::inline app_session
