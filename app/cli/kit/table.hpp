// Aligned columns of text.
#pragma once

#include <string>
#include <vector>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

struct Table {
  std::vector<std::string> header;
  std::vector<bool> right;  // per column: figures stand at the right; missing: left
  std::vector<std::vector<std::string>> rows;
};

// A line for the header and one for each row, two spaces between columns, nothing at the end of a line. Columns where
// no row has a word are left out. If it is wider than `terminal` (0: as wide as it needs to be), words are wrapped; if
// that is not enough, the columns stand in several blocks, each with the first column.
std::string to_text(Table table, bool color, std::size_t terminal = 0);
// With the colours and the columns of the answer's terminal.
std::string to_text(Table table, const Context& context);
// For a file (a `path` as of -o) as wide as it needs to be and without colours.
std::string to_text_for(const std::string& path, Table table, const Context& context);

}  // namespace tcviz::inline app_cli
