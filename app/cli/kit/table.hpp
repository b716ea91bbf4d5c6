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

// Writes a line for the header and one for each row, with two spaces between columns. Leaves out columns that are empty
// in every row. Wraps words if the table is wider than `terminal` (0: no limit); if that is not enough, splits the
// columns into blocks, each with the first column.
std::string to_text(Table table, bool color, std::size_t terminal = 0);
// Writes it with the colours and the width of the answer's terminal.
std::string to_text(Table table, const Context& context);
// Writes it without colours and without a limit if `path`, as of -o, is a file.
std::string to_text_for(const std::string& path, Table table, const Context& context);

}  // namespace tcviz::inline app_cli
