// The kinds as the list on the left shows them: labels for people, words to search by, rows of the tree. Pure
// functions; knows nothing of sources or of Dear ImGui.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz {

struct KindEntry {
  std::string id;                  // "wmma.m16n16k16.a.f16.row"
  std::string family;              // "wmma"
  std::string shape;               // "m16n16k16"
  std::string label;               // "A   f16 row"
  std::vector<std::string> words;  // lower case; what a search matches the beginning of
};

// The catalogue in its order, then those of `others` that it lacks (kinds that only a file holds).
std::vector<KindEntry> make_entries(std::span<const Kind> catalogue, std::span<const std::string> others);

// Every word of `search` (cut at blanks and dots) must begin a word of the entry: "acc f32" finds
// wmma.m8n32k16.acc.f32.
bool matches(const KindEntry& entry, std::string_view search);

enum class RowType { Family, Shape, Kind };

// A line of the tree. `entry` counts into the entries; for a heading it is the first kind under it.
struct KindRow {
  RowType type = RowType::Kind;
  std::size_t entry = 0;
  bool open = true;  // headings only
  int count = 0;     // headings: kinds under it that match
};

// Headings are closed by key: "wmma" or "wmma.m16n16k16". A search opens every heading.
std::string heading_key(const KindEntry& entry, RowType type);
struct KindRows {
  std::vector<KindRow> rows;
  int matching = 0;
};
KindRows build_rows(std::span<const KindEntry> entries, std::string_view search, const std::set<std::string>& closed);

}  // namespace tcviz
