#include "app/cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz {
namespace {

using Row = std::vector<std::string>;

// The width of each column; 0 for one that is left out.
std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths(table.header.size(), 0);
  for (const Row& row : table.rows)
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (std::size_t c = 0; c < widths.size(); ++c)
    if (widths[c] > 0) widths[c] = std::max(widths[c], table.header[c].size());
  return widths;
}

std::string line_of(const Row& row, const std::vector<std::size_t>& widths, const std::vector<bool>& right) {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (widths[c] == 0) continue;
    if (!line.empty()) line += "  ";
    const bool at_right = c < right.size() && right[c];
    line += at_right ? fmt::format("{:>{}}", row[c], widths[c]) : fmt::format("{:<{}}", row[c], widths[c]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string to_text(const Table& table, bool color) {
  const std::vector<std::size_t> widths = widths_of(table);
  const std::string header = line_of(table.header, widths, table.right);
  std::string text = color ? "\x1b[1m" + header + "\x1b[0m\n" : header + "\n";
  for (const Row& row : table.rows) text += line_of(row, widths, table.right) + "\n";
  return text;
}

}  // namespace tcviz
