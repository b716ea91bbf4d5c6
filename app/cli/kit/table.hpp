// A table of texts, and its output in aligned columns; and texts in lines that a terminal has room for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

struct Table {
  std::vector<std::string> header;
  std::vector<bool> right;  // by column: aligned to the right, for numbers; missing: to the left
  std::vector<std::vector<std::string>> rows;
};

// Writes the header and the rows with two spaces between columns. Leaves out columns that are empty in every row. If
// the table is wider than `terminal` (characters; 0: no limit), wraps words, and if that is not enough, writes the
// columns in several blocks, each with the first column.
std::string to_text(Table table, bool color, std::size_t terminal = 0);
// Writes the table with the colours and the width of the context's terminal.
std::string to_text(Table table, const Context& context);
// Writes the table for the output `path` (option -o): without colours and limit if it is a file.
std::string to_text_for(const std::string& path, Table table, const Context& context);

// Returns the text in lines of at most `width` characters, broken at blanks.
std::vector<std::string> lines_of(const std::string& text, std::size_t width);
// Breaks the lines of a text that are longer than `terminal` (characters; 0: no limit) at blanks; what is broken off
// stands two characters further right than its line.
std::string folded(std::string_view text, std::size_t terminal);

}  // namespace tcviz::inline app_cli
