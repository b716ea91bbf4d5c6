// The content of the list of kinds in the window (a kind is a fragment: instruction, shape, operand, type): labels,
// search terms and the visible rows. Draws nothing.
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

// The parts of a kind's id, as Term::part counts them; a search highlights those that match.
enum class KindPart { Family, Shape, Operand, Type, Order };
inline constexpr std::size_t kind_parts = 5;

struct KindEntry {
  std::string id;          // "wmma.m16n16k16.a.f16.row"
  std::string family;      // "wmma"
  std::string shape;       // "m16n16k16"
  std::string label;       // "A   f16 row"
  std::string long_label;  // "m16n16k16  A f16 row": shown if no heading above it names the shape
  std::vector<Term> terms;
  // The place of each part in the three texts; begin == end if the text lacks the part.
  std::array<WordPlace, kind_parts> in_id = {}, in_label = {}, in_long_label = {};
};

// Returns an entry for each kind of `catalogue`, in order, then one for each id of `others` (kinds in a user's file)
// that the catalogue lacks.
std::vector<KindEntry> make_entries(std::span<const Kind> catalogue, std::span<const std::string> others);

// True if every word of `search` matches `entry`: "acc f32" finds wmma.m8n32k16.acc.f32, and so does "accumulator
// float".
bool matches(const KindEntry& entry, std::string_view search);

enum class RowType { Favourites, Recent, Family, Shape, Kind };

// A line of the list. `entry` is an index into the entries; for a heading, that of the first kind under it.
struct KindRow {
  RowType type = RowType::Kind;
  std::size_t entry = 0;
  bool open = true;                   // headings only: the kinds under it are shown
  int count = 0;                      // headings only: number of matching kinds under it
  RowType section = RowType::Family;  // the group of the row: Favourites, Recent, or Family for the tree
  std::vector<Lit> lit;               // the parts that the search matched
};

// Returns the key of a heading in the set of closed headings: "wmma", "wmma.m16n16k16", "*favourites" or "*recent".
std::string heading_key(const KindEntry& entry, RowType type);
// The visible list.
struct KindRows {
  std::vector<KindRow> rows;
  int matching = 0;      // number of kinds that match the search
  bool guessed = false;  // nothing matched exactly: the rows match if one typing error is assumed
  std::string missing;   // message if the search names something known that has no kind here; else empty
};
// Returns the rows of the list. `closed` has the keys of the closed headings; a search opens all. Without a search, two
// groups with the favourites and the recent kinds come before the tree. With a search, the best match comes first
// (headings by the best kind under them; favourites first among equals); words that no entry has are looked up with
// search_kinds(), as on the command line.
KindRows build_rows(std::span<const KindEntry> entries, std::string_view search, const std::set<std::string>& closed,
                    const std::set<std::string>& favourites = {}, std::span<const std::string> recent = {});

}  // namespace tcviz::inline app_session
