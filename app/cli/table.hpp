// Aligned columns of text.
#pragma once

#include <string>
#include <vector>

namespace tcviz {

struct Table {
  std::vector<std::string> header;
  std::vector<bool> right;  // per column: figures stand at the right; missing: left
  std::vector<std::vector<std::string>> rows;
};

// A line for the header and one for each row, two spaces between columns, nothing at the end of a line. Columns where
// no row has a word are left out.
std::string to_text(const Table& table, bool color);

}  // namespace tcviz
