// The lines of the list of kinds: groups, a tree, and the kinds that a search leaves of it.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "app/session/base/kind_entry.hpp"
#include "gpu/layout/kind_search.hpp"

namespace tcviz::inline app_session {
namespace {

// A kind that a search found; `lit` names the parts that matched.
struct Match {
  std::size_t entry = 0;
  int cost = 0;
  std::vector<Lit> lit;
};

std::vector<Match> find(std::span<const KindEntry> entries, std::span<const std::string> words, Tolerance tolerance) {
  std::vector<Match> found;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    std::optional<Found> here = find_words(entries[e].terms, words, tolerance);
    if (here) found.push_back({e, here->cost, std::move(here->lit)});
  }
  return found;
}

struct SearchedKinds {
  std::vector<Match> matches;
  bool similar = false;
  std::string missing;
};

// Returns the entries of the answer's kinds, in the order of the search, which knows mnemonics, machine code and the
// names of libraries.
std::vector<Match> meant(std::span<const KindEntry> entries, const KindAnswer& answer) {
  std::vector<Match> found;
  for (const Kind* const kind : answer.kinds) {
    const auto at = std::find_if(entries.begin(), entries.end(), [&](auto& entry) { return entry.id == kind->id; });
    if (at != entries.end()) found.push_back({static_cast<std::size_t>(at - entries.begin()), 0, {}});
  }
  return found;
}

SearchedKinds search_entries(std::span<const KindEntry> entries, std::string_view search,
                             std::span<const std::string> words) {
  KindAnswer answer = words.empty() ? KindAnswer{} : search_kinds(search);
  SearchedKinds found{{}, false, std::move(answer.missing)};
  if (!found.missing.empty()) return found;
  // A name of an instruction, "mma.m16n8k16", means that one; plain words may stand in any order.
  const bool name = search.find_first_of(".:") != std::string_view::npos;
  if (name) found.matches = meant(entries, answer);
  if (found.matches.empty()) found.matches = find(entries, words, Tolerance::Strict);
  if (found.matches.empty()) found.matches = meant(entries, answer);
  if (!found.matches.empty() || words.empty()) return found;
  found.matches = find(entries, words, Tolerance::Tolerant);
  found.similar = !found.matches.empty();
  return found;
}

// The best cost under a heading, and its place in the catalogue among headings as good.
struct HeadingRank {
  int best = 0, first = 0;
};
using HeadingRanks = std::map<std::string, HeadingRank>;

HeadingRanks rank_headings(std::span<const KindEntry> entries, std::span<const Match> matches) {
  HeadingRanks ranks;
  for (const Match& m : matches) {
    for (const RowType type : {RowType::Family, RowType::Shape}) {
      const HeadingRank fresh{m.cost, static_cast<int>(ranks.size())};
      HeadingRank& rank = ranks.try_emplace(heading_key(entries[m.entry], type), fresh).first->second;
      rank.best = std::min(rank.best, m.cost);
    }
  }
  return ranks;
}

// Sorts the matches by fit, the best first, yet keeps every heading's kinds together.
void rank(std::span<const KindEntry> entries, const std::set<std::string>& favourites, std::vector<Match>& matches) {
  for (Match& m : matches) m.cost = 2 * m.cost + (favourites.contains(entries[m.entry].id) ? 0 : 1);
  const HeadingRanks ranks = rank_headings(entries, matches);
  const auto place = [&](const Match& m) {
    const HeadingRank& family = ranks.at(heading_key(entries[m.entry], RowType::Family));
    const HeadingRank& shape = ranks.at(heading_key(entries[m.entry], RowType::Shape));
    return std::array{family.best, family.first, shape.best, shape.first, m.cost};
  };
  std::stable_sort(matches.begin(), matches.end(), [&](const Match& a, const Match& b) { return place(a) < place(b); });
}

// Writes the rows of one tree: a heading where the key changes, its kinds unless it is closed.
class RowWriter {
 public:
  RowWriter(std::span<const KindEntry> entries, const std::set<std::string>& closed, bool all_open)
      : entries_(entries), closed_(closed), all_open_(all_open) {}

  // Adds a group of its own, without a tree.
  void add_group(RowType type, std::span<const std::size_t> group) {
    if (group.empty()) return;
    const bool open = !closed_.contains(heading_key({}, type));
    result_.rows.push_back({type, group.front(), open, static_cast<int>(group.size()), type, {}});
    if (!open) return;
    for (const std::size_t entry : group) result_.rows.push_back({RowType::Kind, entry, true, 0, type, {}});
  }
  void add(Match match) {
    enter(RowType::Family, match, family_);
    enter(RowType::Shape, match, shape_);
    for (Heading* heading : {&family_, &shape_}) {
      ++heading->count;
      if (heading->row) result_.rows[*heading->row].count = heading->count;
    }
    ++result_.matching;
    if (!family_.open || !shape_.open) return;
    result_.rows.push_back({RowType::Kind, match.entry, true, 0, RowType::Family, std::move(match.lit)});
  }
  KindRows take() { return std::move(result_); }

 private:
  struct Heading {
    std::string key;
    bool open = true;
    int count = 0;
    std::optional<std::size_t> row;  // none: inside a closed heading
  };

  void enter(RowType type, const Match& match, Heading& heading) {
    std::string key = heading_key(entries_[match.entry], type);
    if (heading.key == key) return;
    const bool visible = type == RowType::Family || family_.open;
    heading = {std::move(key), false, 0, std::nullopt};
    heading.open = all_open_ || !closed_.contains(heading.key);
    if (!visible) return;
    heading.row = result_.rows.size();
    result_.rows.push_back({type, match.entry, heading.open, 0, RowType::Family, match.lit});
  }

  std::span<const KindEntry> entries_;
  const std::set<std::string>& closed_;
  bool all_open_;
  Heading family_, shape_;
  KindRows result_;
};

std::vector<std::size_t> favourites_in_order(std::span<const KindEntry> entries, const std::set<std::string>& ids) {
  std::vector<std::size_t> found;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (ids.contains(entries[e].id)) found.push_back(e);
  }
  return found;
}

std::vector<std::size_t> entries_of(std::span<const KindEntry> entries, std::span<const std::string> ids) {
  std::vector<std::size_t> found;
  for (const std::string& id : ids) {
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const KindEntry& e) { return e.id == id; });
    if (at != entries.end()) found.push_back(static_cast<std::size_t>(at - entries.begin()));
  }
  return found;
}

}  // namespace

KindRows build_rows(std::span<const KindEntry> entries, std::string_view search, const std::set<std::string>& closed,
                    const std::set<std::string>& favourites, std::span<const std::string> recent) {
  const std::vector<std::string> words = search_words(search);
  RowWriter writer(entries, closed, !words.empty());
  if (words.empty()) {
    writer.add_group(RowType::Favourites, favourites_in_order(entries, favourites));
    writer.add_group(RowType::Recent, entries_of(entries, recent));
  }
  SearchedKinds found = search_entries(entries, search, words);
  if (!words.empty()) rank(entries, favourites, found.matches);
  for (Match& match : found.matches) writer.add(std::move(match));
  KindRows rows = writer.take();
  rows.guessed = found.similar;
  rows.missing = std::move(found.missing);
  return rows;
}

}  // namespace tcviz::inline app_session
