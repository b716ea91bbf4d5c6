// Finds the legal words that a person may have meant. Knows words and dots, not their meaning.
#include "gpu/layout/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {
namespace {

// Costs in tenths of an edit, so that a whole-word match of some parts beats any misspelling.
constexpr int edit_cost = 10, unmatched_part_cost = 3, parts_cost = 5, prefix_cost = 1, substring_cost = 2;
// A text is no misspelling of a word that is further from it than this many letters.
constexpr int most_edits = 2;
// A text with fewer letters begins too many words to mean one of them.
constexpr std::size_t least_letters = 3;
// Longer than any legal word: the rest of a pasted page adds nothing.
constexpr std::size_t longest_text = 128;

std::string lowered(std::string_view text) { return lower_case(text.substr(0, longest_text)); }

bool separates(char c) { return c == '.' || c == ' ' || c == '_' || c == '-' || c == ':' || c == '/' || c == ','; }

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end <= text.size(); ++end) {
    if (end < text.size() && !separates(text[end])) continue;
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Returns the number of letters to add, drop, replace or swap with the next, computed one row of the table at a time.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> above(b.size() + 1), row = above, next = above;
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (a[i] != b[j]), row[j + 1] + 1, next[j] + 1});
      const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (swapped) next[j + 1] = std::min(next[j + 1], above[j - 1] + 1);
    }
    std::swap(above, row);
    std::swap(row, next);
  }
  return row.back();
}

struct PartsDistance {
  int edits = 0;            // of the parts of the text, each against a part of the word
  std::size_t unasked = 0;  // parts of the word that no part of the text is compared with
};

// Compares every part of the text with the nearest free part of the word, in any place: swapped and missing parts are
// forgiven.
PartsDistance compare_parts(std::string_view text, std::string_view word) {
  std::vector<std::string_view> free = parts_of(word);
  int edits = 0;
  for (const std::string_view part : parts_of(text)) {
    int best = static_cast<int>(part.size());
    auto best_at = free.end();
    for (auto at = free.begin(); at != free.end(); ++at) {
      const int distance = edit_distance(part, *at);
      if (distance < best) best = distance, best_at = at;
    }
    edits += best;
    if (best_at != free.end()) free.erase(best_at);
  }
  return {edits, free.size()};
}

// Parts of the word that the text does not ask for cost a little.
int parts_distance(std::string_view text, std::string_view word) {
  const PartsDistance parts = compare_parts(text, word);
  return parts_cost + parts.edits * edit_cost + static_cast<int>(parts.unasked) * unmatched_part_cost;
}

int distance(std::string_view text, std::string_view word) {
  if (text == word) return 0;
  int best = std::min(edit_distance(text, word) * edit_cost, parts_distance(text, word));
  if (text.empty()) return best;
  if (word.starts_with(text)) return std::min(best, prefix_cost);
  if (word.find(text) != std::string_view::npos) return std::min(best, substring_cost);
  return best;
}

std::size_t letters_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !separates(c); }));
}

// True if few letters of the text, and fewer than half of them, make it the word or some of its parts.
bool is_misspelled(std::string_view text, std::string_view word) {
  const int edits = std::min(edit_distance(text, word), compare_parts(text, word).edits);
  return edits <= most_edits && 2 * static_cast<std::size_t>(edits) < letters_in(text);
}

// True if the word, or one of its parts, begins with the text.
bool is_begun(std::string_view text, std::string_view word) {
  if (letters_in(text) < least_letters) return false;
  for (std::size_t at = word.find(text); at != std::string_view::npos; at = word.find(text, at + 1))
    if (at == 0 || separates(word[at - 1])) return true;
  return false;
}

}  // namespace

std::vector<std::string_view> nearest_words(std::string_view text, std::span<const std::string_view> legal,
                                            std::size_t most) {
  struct Scored {
    int distance;
    std::string_view word;
  };
  const std::string wanted = lowered(text);
  std::vector<Scored> scored;
  for (const std::string_view word : legal) scored.push_back({distance(wanted, lowered(word)), word});
  std::ranges::stable_sort(scored, {}, &Scored::distance);
  scored.resize(std::min(most, scored.size()));
  std::vector<std::string_view> words;
  words.reserve(scored.size());
  for (const Scored& each : scored) words.push_back(each.word);
  return words;
}

std::vector<std::string_view> meant_words(std::string_view text, std::span<const std::string_view> legal,
                                          std::size_t most) {
  const std::string wanted = lowered(text);
  std::vector<std::string_view> near;
  for (const std::string_view word : legal)
    if (const std::string lower = lowered(word); is_misspelled(wanted, lower) || is_begun(wanted, lower))
      near.push_back(word);
  return nearest_words(text, near, most);
}

std::vector<std::string_view> nearest_kinds(std::string_view text, std::size_t most) {
  std::vector<std::string_view> ids;
  for (const Kind& kind : catalogue()) ids.push_back(kind.id);
  return meant_words(text, ids, most);
}

}  // namespace tcviz::inline gpu_layout
