#include "app/session/whole/kinds_list.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr StandingWords standing_words[standings] = {
    {"probed", "Probed live on the chosen GPU."},
    {"recorded", "Probed on the GPU that the chosen file names."},
    {"compiled", "Read from the machine code that a compiler makes for this architecture."},
    {"published", "Stated by a document, not measured."},
    {"documented", "Stated by a manual, or by the code of the kernel itself; not measured."},
    {"elsewhere", "Not known for the chosen device; another source knows it."},
    {"unknown", "Not known for any device at hand."},
    {"not asked", "The chosen source has not answered yet."},
};

Standing shown_by(const SourceState& source, const Layout& layout) {
  switch (layout.provenance().source) {
    case Source::Compiled:
      return Standing::Compiled;
    case Source::Probed:
      return source.info.type == SourceClass::Gpu ? Standing::Probed : Standing::Recorded;
    case Source::Documented:
      return Standing::Documented;
    default:
      return source.info.type == SourceClass::Published ? Standing::Published : Standing::Recorded;
  }
}

// Returns the parts of a kind that the search lit up, as places in a text that names its parts at `places`.
std::vector<WordPlace> bright_places(const std::vector<Lit>& lit, const std::array<WordPlace, kind_parts>& places,
                                     bool spelled_out) {
  std::vector<WordPlace> bright;
  for (const Lit& l : lit) {
    const auto part = static_cast<std::size_t>(l.part);
    if (part >= kind_parts || places[part].begin == places[part].end) continue;
    WordPlace place = places[part];
    const bool whole =
        l.end == std::string::npos || (spelled_out && part == static_cast<std::size_t>(KindPart::Operand));
    if (!whole) place.end = std::min(place.end, place.begin + l.end);
    bright.push_back(place);
  }
  return bright;
}

constexpr std::string_view title_of(RowType type) { return type == RowType::Favourites ? "Favourites" : "Recent"; }

void name_heading(const KindEntry& entry, ListedRow& row) {
  const RowType type = row.row.type;
  row.count = fmt::format("{}", row.row.count);
  row.key = row.id = heading_key(entry, type);
  if (type == RowType::Favourites || type == RowType::Recent) {
    row.text = title_of(type);
    return;
  }
  const bool family = type == RowType::Family;
  row.text = family ? entry.family : entry.shape;
  std::array<WordPlace, kind_parts> places = {};
  places[static_cast<std::size_t>(family ? KindPart::Family : KindPart::Shape)] = {0, row.text.size()};
  row.bright = bright_places(row.row.lit, places, false);
}

void name_kind(const KindEntry& entry, ListedRow& row) {
  const bool grouped = row.row.section != RowType::Family;
  row.key = row.id = entry.id;
  if (grouped) row.id += row.row.section == RowType::Recent ? " recent" : " favourite";
  row.text = grouped ? entry.long_label : entry.label;
  row.bright = bright_places(row.row.lit, grouped ? entry.in_long_label : entry.in_label, true);
}

}  // namespace

StandingWords words_of(Standing standing) { return standing_words[static_cast<std::size_t>(standing)]; }

Standing standing_of(const Document& d, const std::string& kind) {
  const SourceState& source = d.sources[best_source(d.sources, d.source, kind)];
  if (const Layout* layout = source.layout(kind)) return shown_by(source, *layout);
  if (!source.answers && source.can_answer(kind)) return Standing::Waiting;
  const auto knows = [&](const SourceState& s) { return s.layout(kind) != nullptr; };
  return std::any_of(d.sources.begin(), d.sources.end(), knows) ? Standing::Elsewhere : Standing::Unknown;
}

std::string known_to(const Document& d, const std::string& kind) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> names, compiled;
  for (const SourceState& source : d.sources) {
    if (!(source.answers ? source.layout(kind) != nullptr : source.can_answer(kind))) continue;
    (source.info.type == SourceClass::Compiled ? compiled : names).push_back(source.info.name);
  }
  if (names.size() > most_named) {
    const std::string rest = fmt::format("{} more", names.size() - most_named + 1);
    names.resize(most_named - 1);
    names.push_back(rest);
  }
  if (compiled.size() == 1) names.push_back(compiled.front());
  if (compiled.size() > 1) names.push_back(fmt::format("{} compiled sources", compiled.size()));
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
  return text;
}

namespace {

// The lines that a search finds with one word less, and that word.
struct OneWordLess {
  KindRows rows;
  std::string word;
};

// Leaves a word out of a search that nothing has, the last of them that helps; an empty word: none helps.
OneWordLess one_word_less(const Document& d) {
  constexpr std::size_t most_words = 6;
  const std::vector<WordPlace> places = word_places(d.search);
  if (places.size() < 2 || places.size() > most_words) return {};
  for (std::size_t at = places.size(); at-- > 0;) {
    const auto [begin, end] = places[at];
    std::string rest = d.search;
    rest.erase(begin, end - begin);
    KindRows rows = build_rows(d.kinds, rest, d.closed, d.favourites, d.recent);
    const bool found = !rows.rows.empty() && !rows.guessed && !search_words(rest).empty();
    if (found) return {std::move(rows), d.search.substr(begin, end - begin)};
  }
  return {};
}

}  // namespace

bool KindsList::follow(const Document& d) {
  if (made_ && unchanged(d)) return false;
  made_ = true;
  inputs_ = {d.search, d.closed, d.favourites, d.recent, d.source, d.kinds.size(), {}, d.chosen().stage};
  for (const SourceState& source : d.sources) inputs_.answers.push_back(source.answers);
  KindRows built = build_rows(d.kinds, d.search, d.closed, d.favourites, d.recent);
  if (built.rows.empty() && built.missing.empty()) {
    OneWordLess less = one_word_less(d);
    built = std::move(less.rows);
    if (!less.word.empty()) built.missing = fmt::format("No kind has all these words. Without `{}`:", less.word);
  }
  rows_.clear();
  for (KindRow& row : built.rows) rows_.push_back(make_row(d, std::move(row)));
  guessed_ = built.guessed;
  missing_ = std::move(built.missing);
  const auto all = static_cast<int>(d.kinds.size());
  count_ = built.matching == all ? fmt::format("{}", all) : fmt::format("{} of {}", built.matching, all);
  return true;
}

bool KindsList::unchanged(const Document& d) const {
  const auto same = [](const std::shared_ptr<const Answers>& a, const SourceState& s) { return a == s.answers; };
  return inputs_.kinds == d.kinds.size() && inputs_.search == d.search && inputs_.closed == d.closed &&
         inputs_.favourites == d.favourites && inputs_.recent == d.recent && inputs_.source == d.source &&
         inputs_.stage == d.chosen().stage &&
         std::equal(inputs_.answers.begin(), inputs_.answers.end(), d.sources.begin(), d.sources.end(), same);
}

ListedRow KindsList::make_row(const Document& d, KindRow row) const {
  const KindEntry& entry = d.kinds[row.entry];
  ListedRow listed;
  listed.row = std::move(row);
  if (!listed.is_kind()) {
    name_heading(entry, listed);
    return listed;
  }
  name_kind(entry, listed);
  listed.favourite = d.favourites.contains(entry.id);
  listed.standing = standing_of(d, entry.id);
  const Layout* layout = best_layout(d.sources, d.source, entry.id);
  if (layout != nullptr && layout->replication() > 1) listed.badge = fmt::format("×{}", layout->replication());
  return listed;
}

}  // namespace tcviz::inline app_session
