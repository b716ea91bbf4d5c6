// Finds the legal words that a person may have meant. Knows words and dots, not their meaning.
#include <algorithm>
#include <cctype>
#include <numeric>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {
namespace {

// Costs in tenths of an edit, so that a whole-word match of some parts beats any misspelling.
constexpr int edit_cost = 10, unmatched_part_cost = 3, parts_cost = 5, prefix_cost = 1, substring_cost = 2;
// Longer than any legal word: the rest of a pasted page adds nothing.
constexpr std::size_t longest_text = 128;

std::string lowered(std::string_view text) {
  std::string result(text.substr(0, longest_text));
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

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

// Returns the Levenshtein distance, computed one row of the table at a time.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// Compares every part of the text with the nearest free part of the word, in any place: swapped and missing parts are
// forgiven, parts of the word that the text does not ask for cost a little.
int parts_distance(std::string_view text, std::string_view word) {
  std::vector<std::string_view> free = parts_of(word);
  int cost = parts_cost;
  for (const std::string_view part : parts_of(text)) {
    int best = static_cast<int>(part.size());
    auto best_at = free.end();
    for (auto at = free.begin(); at != free.end(); ++at) {
      const int distance = edit_distance(part, *at);
      if (distance < best) best = distance, best_at = at;
    }
    cost += best * edit_cost;
    if (best_at != free.end()) free.erase(best_at);
  }
  return cost + static_cast<int>(free.size()) * unmatched_part_cost;
}

int distance(std::string_view text, std::string_view word) {
  if (text == word) return 0;
  int best = std::min(edit_distance(text, word) * edit_cost, parts_distance(text, word));
  if (text.empty()) return best;
  if (word.starts_with(text)) return std::min(best, prefix_cost);
  if (word.find(text) != std::string_view::npos) return std::min(best, substring_cost);
  return best;
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

std::vector<std::string_view> nearest_kinds(std::string_view text, std::size_t most) {
  std::vector<std::string_view> ids;
  for (const Kind& kind : catalogue()) ids.push_back(kind.id);
  return nearest_words(text, ids, most);
}

}  // namespace tcviz::inline gpu_layout
