// Which architectures share the layout of which kind, as a table for the panel: from what the compiled sources have
// answered. Pure functions of the document; knows nothing of Dear ImGui.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/ui/document.hpp"

namespace tcviz {

inline constexpr int lacks_kind = -1, not_read = -2;

struct GroupColumn {
  std::size_t source = 0;    // counts into the document's sources
  std::string architecture;  // "sm_80"
};

struct GroupRow {
  std::size_t entry = 0;                          // counts into the document's kinds
  bool heading = false;                           // the first kind of its shape
  std::vector<int> groups;                        // for each column: 0 .., lacks_kind or not_read
  std::vector<std::vector<std::string>> members;  // of each group
  std::string history;                            // "the same up to sm_72, another from sm_75 on"
};

struct GroupTable {
  std::vector<GroupColumn> columns;  // rising
  std::vector<GroupRow> rows;        // kinds that some architecture has, in the document's order
  int layouts = 0;                   // distinct ones, kind by kind
};
GroupTable make_groups(const Document& document);

// "A", "B" ...; a dot for what lacks the kind, a question mark for what was not read.
std::string group_letter(int group);

}  // namespace tcviz
