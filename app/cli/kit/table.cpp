#include "app/cli/kit/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "app/cli/kit/output.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_cli {
namespace {

using TableRow = std::vector<std::string>;

// Returns the width of each column; 0 for one that is left out.
std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths(table.header.size(), 0);
  for (const TableRow& row : table.rows)
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (std::size_t c = 0; c < widths.size(); ++c)
    if (widths[c] > 0) widths[c] = std::max(widths[c], table.header[c].size());
  return widths;
}

constexpr std::size_t gap = 2;

bool at_right(const Table& table, std::size_t column) { return column < table.right.size() && table.right[column]; }

std::size_t total(const std::vector<std::size_t>& widths) {
  std::size_t sum = 0;
  for (const std::size_t width : widths)
    if (width > 0) sum += width + gap;
  return sum - std::min(sum, gap);
}

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  return longest;
}

// Takes from the columns of words, the widest first, until all fit or none has anything to give.
void narrow(const Table& table, std::vector<std::size_t>& widths, std::size_t terminal) {
  std::vector<std::size_t> least = widths;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (at_right(table, c) || widths[c] == 0) continue;
    least[c] = longest_word(table.header[c]);
    for (const TableRow& row : table.rows)
      if (c < row.size()) least[c] = std::max(least[c], longest_word(row[c]));
  }
  while (total(widths) > terminal) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c)
      if (widths[c] > least[c] && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

std::string line_of(const TableRow& row, const std::vector<std::size_t>& widths, const std::vector<bool>& right);

std::string wrapped_row(const TableRow& row, const std::vector<std::size_t>& widths, const std::vector<bool>& right) {
  std::vector<TableRow> lines(1, TableRow(row.size()));
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (widths[c] == 0) continue;
    const std::vector<std::string> cell = lines_of(row[c], widths[c]);
    while (lines.size() < cell.size()) lines.emplace_back(row.size());
    for (std::size_t n = 0; n < cell.size(); ++n) lines[n][c] = cell[n];
  }
  std::string text;
  for (const TableRow& line : lines) text += line_of(line, widths, right) + "\n";
  return text;
}

// Returns the widths of each block; 0 for columns that are not in it.
std::vector<std::vector<std::size_t>> blocks_of(const std::vector<std::size_t>& widths, std::size_t terminal) {
  std::vector<std::size_t> empty(widths.size(), 0);
  if (!widths.empty()) empty.front() = widths.front();
  std::vector<std::vector<std::size_t>> blocks(1, empty);
  for (std::size_t c = 1; c < widths.size(); ++c) {
    if (widths[c] == 0) continue;
    if (blocks.back() != empty && total(blocks.back()) + gap + widths[c] > terminal) blocks.push_back(empty);
    blocks.back()[c] = widths[c];
  }
  return blocks;
}

std::string line_of(const TableRow& row, const std::vector<std::size_t>& widths, const std::vector<bool>& right) {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (widths[c] == 0) continue;
    if (!line.empty()) line += "  ";
    const bool is_right = c < right.size() && right[c];
    line += is_right ? fmt::format("{:>{}}", row[c], widths[c]) : fmt::format("{:<{}}", row[c], widths[c]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string to_text(Table table, const Context& context) {
  return to_text(std::move(table), context.color, context.columns);
}

std::string to_text(Table table, bool color, std::size_t terminal) {
  for (TableRow& row : table.rows)
    for (std::string& cell : row) cell = for_terminal(cell);  // words of files, too
  std::vector<std::size_t> widths = widths_of(table);
  const std::size_t most = terminal == 0 ? total(widths) : terminal;
  narrow(table, widths, most);
  std::string text;
  for (const std::vector<std::size_t>& block : blocks_of(widths, most)) {
    std::string header = wrapped_row(table.header, block, table.right);
    header.pop_back();
    text += text.empty() ? "" : "\n";
    text += color ? "\x1b[1m" + header + "\x1b[0m\n" : header + "\n";
    for (const TableRow& row : table.rows) text += wrapped_row(row, block, table.right);
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  if (text.size() <= width) return {text};
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return lines;
}

std::string folded(std::string_view text, std::size_t terminal) {
  constexpr std::size_t step = 2, least = 20;  // least: of a line without its indentation
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool fits = terminal == 0 || line.size() <= terminal || terminal < indent + step + least;
    const std::size_t width = fits ? line.size() : terminal - indent - step;
    const std::vector<std::string> parts = lines_of(std::string(line.substr(indent)), width);
    out += line.substr(0, indent);
    out += fmt::format("{}", fmt::join(parts, "\n" + std::string(indent + step, ' ')));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string to_text_for(const std::string& path, Table table, const Context& context) {
  return goes_to_stream(path) ? to_text(std::move(table), context) : to_text(std::move(table), false);
}

}  // namespace tcviz::inline app_cli
