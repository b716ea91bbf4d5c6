// The table of architectures that share a layout, for the view Architectures: made from the layouts of all compiled
// sources, one for each architecture.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tcviz::inline app_session {

struct Document;

// Values instead of a group: the architecture lacks the kind; its source has not been asked.
inline constexpr int lacks_kind = -1, not_read = -2;

struct ArchitectureColumn {
  std::size_t source = 0;    // index into the document's sources
  std::string architecture;  // "sm_80"
};

struct ArchitectureRow {
  std::size_t entry = 0;    // index into the document's kinds
  bool heading = false;     // it is the first kind of its shape
  std::vector<int> groups;  // for each column: group of equal layouts, from 0; or lacks_kind, not_read
  std::vector<std::vector<std::string>> members;  // for each group: its architectures
  std::string history;                            // "the same up to sm_72, another from sm_75 on"
};

struct ArchitectureTable {
  std::vector<ArchitectureColumn> columns;  // in ascending order of the architecture
  std::vector<ArchitectureRow> rows;        // the kinds that at least one architecture has, in the document's order
  int layouts = 0;                          // number of different layouts, summed over kinds
};
ArchitectureTable make_architecture_table(const Document& document);

// Returns the letter of a group, "A", "B", ...; a dot for lacks_kind, a question mark for not_read.
std::string group_letter(int group);

}  // namespace tcviz::inline app_session
