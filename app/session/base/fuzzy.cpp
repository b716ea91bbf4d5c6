#include "app/session/base/fuzzy.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr int prefix_cost = 1, unseen_cost = 2, run_cost = 3, slip_cost = 6;

bool is_number(std::string_view word) { return !word.empty() && std::all_of(word.begin(), word.end(), is_digit); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_gap(char c) { return std::string_view(" .,\t\n:;()[]/").find(c) != std::string_view::npos; }

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const bool gap = is_gap(c);
    if (!gap && !inside) words.emplace_back();
    if (!gap) words.back().push_back(lower(c));
    inside = !gap;
  }
  return words;
}

// Words that a number belongs to: "float 16", "int 8", "m 16".
constexpr std::array<std::string_view, 15> before_numbers = {
    "float", "int", "uint", "bfloat", "tensorfloat", "fp", "tf", "bf", "f", "s", "u", "m", "n", "k", "i"};

// Returns the word that two neighbours make together; empty: they make none.
std::string joined(const std::string& first, const std::string& second) {
  if (first == "tensor" && second.starts_with("float")) return first + second;
  if (is_number(second) && is_digit(first.back()) && first.find_first_not_of("0123456789x") == std::string::npos)
    return first + "x" + second;
  const bool takes = std::find(before_numbers.begin(), before_numbers.end(), first) != before_numbers.end();
  return takes && is_number(second) ? first + second : "";
}

bool is_operand(std::string_view word) { return word.size() == 1 && word[0] >= 'a' && word[0] <= 'd'; }

// Spells the rest of `word` by beginnings of terms from `at` on, each of at least one letter, and adds their parts to
// `lit`. False if no terms spell it.
bool runs(std::span<const Term> terms, std::size_t at, std::string_view word, std::vector<Lit>& lit) {
  if (word.empty()) return true;
  for (std::size_t t = at; t < terms.size(); ++t) {
    if (!terms[t].spelled) continue;
    const std::string& term = terms[t].word;
    const auto same = static_cast<std::size_t>(std::mismatch(word.begin(), word.end(), term.begin(), term.end()).first -
                                               word.begin());
    for (std::size_t taken = same; taken > 0; --taken) {
      if (taken < term.size() && is_operand(word.substr(0, taken))) continue;  // A100 is no "at 100 %"
      lit.push_back({terms[t].part, taken});
      if (runs(terms, t + 1, word.substr(taken), lit)) return true;
      lit.pop_back();
    }
  }
  return false;
}

struct Fit {
  int cost = 0;
  std::vector<Lit> lit;
};

std::optional<Fit> fit_term(const Term& term, std::string_view word, Tolerance tolerance) {
  const Lit all{term.part};
  const int unseen = term.part < 0 ? unseen_cost : 0;
  if (term.word == word) return Fit{unseen, {all}};
  if (is_operand(word)) return std::nullopt;
  const Lit typed{term.part, term.spelled ? word.size() : std::string::npos};
  if (term.word.starts_with(word)) return Fit{unseen + prefix_cost, {typed}};
  if (tolerance == Tolerance::Tolerant && one_slip(word, term.word)) return Fit{unseen + slip_cost, {all}};
  return std::nullopt;
}

std::optional<Fit> fit(std::span<const Term> terms, std::string_view word, Tolerance tolerance) {
  std::optional<Fit> best;
  for (const Term& term : terms) {
    std::optional<Fit> here = fit_term(term, word, tolerance);
    if (here && (!best || here->cost < best->cost)) best = std::move(here);
  }
  if (best && best->cost <= run_cost) return best;
  Fit run{run_cost, {}};
  if (word.size() >= 3 && runs(terms, 0, word, run.lit)) return run;
  return best;
}

}  // namespace

std::vector<std::string> search_words(std::string_view typed) {
  std::vector<std::string> words;
  for (std::string& word : cut(typed)) {
    const std::string both = words.empty() ? "" : joined(words.back(), word);
    if (both.empty()) words.push_back(std::move(word));
    if (!both.empty()) words.back() = both;
  }
  return words;
}

std::optional<Found> find_words(std::span<const Term> terms, std::span<const std::string> words, Tolerance tolerance) {
  Found found;
  for (const std::string& word : words) {
    std::optional<Fit> here = fit(terms, word, tolerance);
    if (!here) return std::nullopt;
    found.cost += here->cost;
    found.lit.insert(found.lit.end(), here->lit.begin(), here->lit.end());
  }
  return found;
}

std::vector<WordPlace> word_places(std::string_view text) {
  std::vector<WordPlace> places;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_gap(text[at])) continue;
    if (at == 0 || is_gap(text[at - 1])) places.push_back({at, at});
    places.back().end = at + 1;
  }
  return places;
}

std::vector<Term> terms_of(std::string_view text, int first_part) {
  std::vector<Term> terms;
  for (const WordPlace& place : word_places(text)) {
    std::string word(text.substr(place.begin, place.end - place.begin));
    std::transform(word.begin(), word.end(), word.begin(), lower);
    terms.push_back({std::move(word), first_part++, true});
  }
  return terms;
}

bool one_slip(std::string_view word, std::string_view term) {
  if (word.size() < 4) return false;
  const std::size_t same =
      static_cast<std::size_t>(std::mismatch(word.begin(), word.end(), term.begin(), term.end()).first - word.begin());
  if (same == 0 || same == word.size()) return same == word.size();  // the first letter is never mistyped
  const std::string_view left = word.substr(same), there = term.substr(same);
  const bool swapped = left.size() >= 2 && there.size() >= 2 && left[0] == there[1] && left[1] == there[0] &&
                       there.substr(2).starts_with(left.substr(2));
  const bool missing = !there.empty() && there.substr(1).starts_with(left);
  const bool wrong = !there.empty() && there.substr(1).starts_with(left.substr(1));
  const bool extra = there.starts_with(left.substr(1));
  return swapped || missing || wrong || extra;
}

}  // namespace tcviz::inline app_session
