#include "gpu/language/formula/meaning_of_name.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <vector>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::size_t longest_word = 16, most_words = 8;

struct WordBuffer {
  std::array<char, longest_word> letters{};
  std::size_t size = 0;
  std::string_view text() const { return {letters.data(), size}; }
};

struct NameWords {
  std::array<WordBuffer, most_words> words;
  std::size_t count = 0;
};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Splits a name into words: "getRow_c0" is get, row, c, 0.
NameWords words_of(std::string_view name) {
  NameWords found;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (c == '_' || c == ':' || c == '.') continue;
    const char before = at > 0 ? name[at - 1] : '_';
    const bool begins = before == '_' || before == ':' || before == '.' || (is_upper(c) && !is_upper(before)) ||
                        is_digit(c) != is_digit(before);
    if (begins && found.count == most_words) break;
    found.count += begins;
    WordBuffer& word = found.words[found.count - 1];
    if (word.size < longest_word) word.letters[word.size++] = is_upper(c) ? static_cast<char>(c + 'a' - 'A') : c;
  }
  return found;
}

using Words = std::span<const std::string_view>;
constexpr std::array<std::string_view, 3> col_words = {"col", "column", "cols"};
constexpr std::array<std::string_view, 9> linear_words = {"linear", "index",   "idx",      "offset", "flat",
                                                          "elem",   "element", "position", "pos"};
constexpr std::array<std::string_view, 5> tid_words = {"tid", "lane", "thread", "laneid", "threadid"};
constexpr std::array<std::string_view, 7> i_words = {"i", "index", "idx", "value", "reg", "register", "slot"};
// Words that say nothing else.
constexpr auto quiet_words = std::to_array<std::string_view>(
    {"get",      "of",          "idx",  "index", "id",     "compute", "calc",    "frag",   "fragment",   "acc",
     "accum",    "accumulator", "c",    "d",     "a",      "b",       "mma",     "wmma",   "lane",       "thread",
     "tid",      "my",          "the",  "to",    "for",    "elem",    "element", "coord",  "coordinate", "pos",
     "position", "map",         "from", "reg",   "value",  "in",      "local",   "matrix", "tile",       "fn",
     "func",     "f",           "i",    "out",   "global", "dst",     "ref",     "slot"});
// Words beside which a row is no place: row_bytes(), row_stride.
constexpr auto other_words = std::to_array<std::string_view>(
    {"bytes", "byte",  "stride", "size",  "pitch",   "count", "num",    "major", "base", "start", "begin", "end",
     "mask",  "max",   "min",    "limit", "swizzle", "len",   "length", "per",   "is",   "has",   "ptr",   "addr",
     "sum",   "block", "warp",   "group", "half",    "low",   "high",   "hi",    "lo",   "first", "second"});
constexpr std::array<std::string_view, 4> letter_pairs = {"ij", "mn", "rc", "yx"};

bool is_in(std::string_view word, Words words) { return std::ranges::find(words, word) != words.end(); }

char operand_of(const NameWords& words) {
  for (std::size_t at = 0; at < words.count; ++at) {
    const std::string_view word = words.words[at].text();
    const bool joined = word.size() == 4 && (word.ends_with("row") || word.ends_with("col"));
    if (word == "a" || word == "b" || (joined && (word[0] == 'a' || word[0] == 'b'))) return word[0];
    if (joined && (word[0] == 'c' || word[0] == 'd')) return 'c';
    if (word == "c" || word == "d" || word == "acc" || word == "accum" || word == "accumulator") return 'c';
  }
  return '\0';
}

NameMeaning of_word(std::string_view word) {
  if (word.size() == 4 && word[0] >= 'a' && word[0] <= 'd') word.remove_prefix(1);  // crow, ccol
  if (word == "row") return NameMeaning::Row;
  return is_in(word, col_words) ? NameMeaning::Col : NameMeaning::None;
}

// Returns the meaning of get_i: one letter beside words that say nothing.
MeaningOfName of_letter(const NameWords& words) {
  MeaningOfName found;
  for (std::size_t at = 0; at < words.count; ++at) {
    const std::string_view word = words.words[at].text();
    if (is_digit(word[0])) continue;
    if (word.size() != 1) {
      if (!is_in(word, quiet_words)) return {};
      continue;
    }
    if (found.letter != '\0') return {};
    for (const std::string_view pair : letter_pairs)
      if (pair.find(word) != pair.npos)
        found = {.letter = pair[0], .pair = pair[0] == word[0] ? NameMeaning::Row : NameMeaning::Col};
  }
  return found;
}

MeaningOfName of_whole(const NameWords& words) {
  const auto all = [&](Words legal) {
    for (std::size_t at = 0; at < words.count; ++at)
      if (!is_in(words.words[at].text(), legal) && !is_in(words.words[at].text(), quiet_words)) return false;
    return words.count > 0;
  };
  const auto any = [&](Words legal) {
    for (std::size_t at = 0; at < words.count; ++at)
      if (is_in(words.words[at].text(), legal)) return true;
    return false;
  };
  const int weight = words.count == 1 ? 3 : 2;
  if (any(tid_words) && all(tid_words)) return {.meaning = NameMeaning::Tid, .weight = weight};
  if (any(linear_words) && all(linear_words)) return {.meaning = NameMeaning::Linear, .weight = weight};
  return any(i_words) && all(i_words) ? MeaningOfName{.meaning = NameMeaning::I, .weight = weight} : MeaningOfName{};
}

// A name that is a letter, in the order in which pairs stand together.
struct Lettered {
  std::size_t scope = 0;
  char letter = '\0';
  bool is_col = false;
  std::size_t at = 0;
  auto operator<=>(const Lettered&) const = default;
};

int weight_of(char letter) { return letter == 'y' ? 1 : 2; }

}  // namespace

MeaningOfName meaning_of(std::string_view name) {
  const NameWords words = words_of(name);
  MeaningOfName found;
  bool quiet = true;
  for (std::size_t at = 0; at < words.count; ++at) {
    const std::string_view word = words.words[at].text();
    const NameMeaning meaning = of_word(word);
    if (meaning == NameMeaning::None) {
      if (is_in(word, other_words)) return {.is_other = true};
      quiet = quiet && (is_in(word, quiet_words) || is_digit(word[0]));
    } else {
      found.col_first = found.meaning == NameMeaning::None ? meaning == NameMeaning::Col : found.col_first;
      found.meaning = found.meaning == NameMeaning::None || found.meaning == meaning ? meaning : NameMeaning::Both;
    }
  }
  if (found.meaning == NameMeaning::None) {
    found = of_whole(words);
    const MeaningOfName letter = of_letter(words);
    found.letter = letter.letter;
    found.pair = letter.pair;
  } else {
    found.weight = words.count == 1 ? 3 : quiet ? 2 : 1;
  }
  found.operand = operand_of(words);
  return found;
}

NamedOrder order_of(std::string_view one, std::string_view two, NameMeaning first, NameMeaning second) {
  const MeaningOfName a = meaning_of(one), b = meaning_of(two);
  const bool straight = a.meaning == first || b.meaning == second, turned = a.meaning == second || b.meaning == first;
  if (straight != turned) return {3, turned};
  const bool letters = a.letter != '\0' && a.letter == b.letter && a.pair != b.pair && first == NameMeaning::Row;
  if (straight || !letters) return {};
  return {weight_of(a.letter), a.pair == NameMeaning::Col};
}

LetterPair pair_by_letters(std::span<const LetterName> names, std::pmr::memory_resource* memory) {
  std::pmr::vector<Lettered> all(memory);
  for (std::size_t at = 0; at < names.size(); ++at)
    if (const MeaningOfName said = meaning_of(names[at].name); said.letter != '\0')
      all.push_back({names[at].scope, said.letter, said.pair == NameMeaning::Col, at});
  std::ranges::sort(all);
  LetterPair best;
  int weight = 0;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    std::size_t cols = begin;
    for (end = begin; end < all.size() && all[end].scope == all[begin].scope && all[end].letter == all[begin].letter;
         ++end)
      cols += all[end].is_col ? 0 : 1;
    const std::size_t pairs = (cols - begin) * (end - cols);
    const int says = weight_of(all[begin].letter);
    if (pairs == 0 || says < weight) continue;
    best = {all[begin].at, all[cols].at, pairs + (says == weight ? best.count : 0)};
    weight = says;
  }
  return best;
}

NamedOrder order_of_returned(std::string_view one, std::string_view two, NameMeaning first, NameMeaning second) {
  const auto says = [&](std::string_view name) {
    const MeaningOfName said = meaning_of(name);
    return said.meaning == first || said.meaning == second || said.letter != '\0';
  };
  return says(one) && says(two) ? order_of(one, two, first, second) : NamedOrder{};
}

NamedOrder order_of(std::string_view function) {
  const MeaningOfName said = meaning_of(function);
  return said.meaning == NameMeaning::Both ? NamedOrder{3, said.col_first} : NamedOrder{};
}

}  // namespace tcviz::inline gpu_formula
