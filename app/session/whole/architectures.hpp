// The architectures that share a layout, kind by kind, as a table for the panel: made from the answers of the compiled
// sources. Pure functions of the document; knows nothing of Dear ImGui.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tcviz::inline app_session {

struct Document;

inline constexpr int lacks_kind = -1, not_read = -2;

struct ArchitectureColumn {
  std::size_t source = 0;    // counts into the document's sources
  std::string architecture;  // "sm_80"
};

struct ArchitectureRow {
  std::size_t entry = 0;                          // counts into the document's kinds
  bool heading = false;                           // the first kind of its shape
  std::vector<int> groups;                        // for each column: 0 .., lacks_kind or not_read
  std::vector<std::vector<std::string>> members;  // of each group
  std::string history;                            // "the same up to sm_72, another from sm_75 on"
};

struct ArchitectureTable {
  std::vector<ArchitectureColumn> columns;  // rising
  std::vector<ArchitectureRow> rows;        // kinds that some architecture has, in the document's order
  int layouts = 0;                          // distinct ones, kind by kind
};
ArchitectureTable make_architecture_table(const Document& document);

// Returns "A", "B" ...; a dot for an architecture that lacks the kind, a question mark for one that was not read.
std::string group_letter(int group);

}  // namespace tcviz::inline app_session
