// The kinds as the list on the left shows them: labels for people, words to search by, rows of the list. Pure
// functions; knows nothing of sources or of Dear ImGui.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/base/fuzzy.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_session {

// The parts of a kind's id; a search lights them up.
enum class KindPart { Family, Shape, Operand, Type, Order };
inline constexpr std::size_t kind_parts = 5;

struct KindEntry {
  std::string id;          // "wmma.m16n16k16.a.f16.row"
  std::string family;      // "wmma"
  std::string shape;       // "m16n16k16"
  std::string label;       // "A   f16 row"
  std::string long_label;  // "m16n16k16  A f16 row": if no heading says the shape
  std::vector<Term> terms;
  // The place of each part in the texts; begin == end if it has none.
  std::array<WordPlace, kind_parts> in_id = {}, in_label = {}, in_long_label = {};
};

// Returns the entries of the catalogue in its order, then those of `others` that it lacks (kinds that only a file
// holds).
std::vector<KindEntry> make_entries(std::span<const Kind> catalogue, std::span<const std::string> others);

// True if every word of `search` fits: "acc f32" finds wmma.m8n32k16.acc.f32, and so does "accumulator float".
bool matches(const KindEntry& entry, std::string_view search);

enum class RowType { Favourites, Recent, Family, Shape, Kind };

// A line of the list. `entry` counts into the entries; for a heading it is the first kind under it.
struct KindRow {
  RowType type = RowType::Kind;
  std::size_t entry = 0;
  bool open = true;                   // headings only
  int count = 0;                      // headings: kinds under it that match
  RowType section = RowType::Family;  // Favourites and Recent: the row stands in that group, without a tree
  std::vector<Lit> lit;               // the parts that the search matched
};

// Headings are closed by key: "wmma" or "wmma.m16n16k16", "*favourites", "*recent". A search opens every heading.
std::string heading_key(const KindEntry& entry, RowType type);
struct KindRows {
  std::vector<KindRow> rows;
  int matching = 0;
  bool guessed = false;  // nothing fitted the typed text: these fit with one slip of the finger
  std::string missing;   // the named thing is known and is not here: a sentence
};
// Returns the rows of the list. A search that no words of the entries spell goes to search_kinds, as in the search box
// and on the command line. Favourites and recent kinds stand in groups of their own, above the tree, while nothing is
// searched for. With a search the best fit comes first: headings by the best kind under them, favourites before others
// as good.
KindRows build_rows(std::span<const KindEntry> entries, std::string_view search, const std::set<std::string>& closed,
                    const std::set<std::string>& favourites = {}, std::span<const std::string> recent = {});

}  // namespace tcviz::inline app_session
