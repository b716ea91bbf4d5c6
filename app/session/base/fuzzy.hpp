// Search that tolerates typing errors: compares typed words with the terms of an entry of a list (a kind, a command or
// a source).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline app_session {

// A word by which an entry is found. `part` is the number of the piece of the entry's visible name that it belongs to;
// negative: the word is not visible, so a match with it ranks lower. `spelled`: the piece itself begins with the word,
// so only the typed letters are highlighted; otherwise ("double" for f64) the whole piece is.
struct Term {
  std::string word;  // lower case
  int part = 0;
  bool spelled = true;
};

// A highlight: the first `end` letters of the piece number `part` of a name; npos: the whole piece.
struct Lit {
  int part = 0;
  std::size_t end = std::string::npos;
  friend bool operator==(const Lit&, const Lit&) = default;
};

// The result of a search in one entry.
struct Found {
  int cost = 0;  // 0: every typed word equals a term; the larger, the worse the match
  std::vector<Lit> lit;
};

// Strict: a typed word must be the beginning of a term, or beginnings of several terms in a row ("accf32"). Tolerant:
// it may also be one_slip() away from a term.
enum class Tolerance { Strict, Tolerant };

// Returns the words of the typed text in lower case, cut at white space and punctuation. Words that belong together are
// joined: "float 16" is float16, "16 8 32" is 16x8x32, "tensor float" is tensorfloat.
std::vector<std::string> search_words(std::string_view typed);

// Finds the best term for each of `words`. Returns none if one of them matches no term. A single letter a, b, c or d
// names an operand, so it must equal a term.
std::optional<Found> find_words(std::span<const Term> terms, std::span<const std::string> words, Tolerance tolerance);

// The range of a word in a text, in bytes; `end` is the position after it.
struct WordPlace {
  std::size_t begin = 0, end = 0;
};
// Returns the place of every word of `text`.
std::vector<WordPlace> word_places(std::string_view text);
// Makes a term of every word of `text`; their parts count from `first_part`.
std::vector<Term> terms_of(std::string_view text, int first_part = 0);

// True if `word`, of four letters or more, becomes the beginning of `term` by one change after its first letter: a
// letter replaced, added or removed, or two neighbours swapped.
bool one_slip(std::string_view word, std::string_view term);

}  // namespace tcviz::inline app_session
