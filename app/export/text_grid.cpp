// Layout -> two aligned grids for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/export/export.hpp"
#include "app/scene/palette.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

constexpr std::size_t widest = 200;  // columns of a terminal that two grids may take beside each other
constexpr std::size_t grid_distance = 6;

// A line with its width on screen, which colour codes and UTF-8 keep apart from its length in bytes.
struct Line {
  std::string text;
  std::size_t width = 0;
};

struct Digits {
  int owner = 1, column = 1, row = 1;  // of an owner's number, a cell, a row's number
};

class Pen {
 public:
  explicit Pen(bool color) : color_(color) {}
  std::string bold(std::string_view text) const { return styled("1", text); }
  std::string dim(std::string_view text) const { return styled("2", text); }
  std::string filled(Color fill, std::string_view text) const {
    const Color ink = label_color(fill);
    return styled(fmt::format("48;2;{};{};{};38;2;{};{};{}", fill.r, fill.g, fill.b, ink.r, ink.g, ink.b), text);
  }

 private:
  std::string styled(std::string_view code, std::string_view text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
  bool color_;
};

int digits_of(int number) { return static_cast<int>(fmt::formatted_size("{}", number)); }

int number_of(Channel channel, Slot slot) { return channel == Channel::Thread ? slot.tid : slot.i; }

Color fill_of(const Layout& layout, Channel channel, Slot slot) {
  return channel == Channel::Thread ? thread_color(slot.tid, layout.threads())
                                    : register_color(slot.i, layout.values());
}

Digits measure(const Layout& layout, Channel channel) {
  const int count = channel == Channel::Thread ? layout.threads() : layout.values();
  Digits digits;
  digits.owner = digits_of(count - 1);
  digits.column = std::max(layout.replication() * (digits.owner + 1) - 1, digits_of(layout.cols() - 1));
  digits.row = std::max(digits_of(layout.rows() - 1), static_cast<int>(axis_names(layout.kind()).row.size()));
  return digits;
}

// " 3|19": every owner in its own colour, together with what stands before it, so that neighbours meet without a seam.
std::string cell_text(const Layout& layout, Channel channel, Element element, const Digits& digits, const Pen& pen) {
  const std::span<const std::int32_t> owners = layout.owner_slots(element);
  const std::size_t used = owners.size() * static_cast<std::size_t>(digits.owner + 1) - 1;
  std::string text(static_cast<std::size_t>(digits.column) - used, ' ');
  for (std::size_t n = 0; n < owners.size(); ++n) {
    const Slot slot = layout.slot(owners[n]);
    text += pen.filled(fill_of(layout, channel, slot),
                       fmt::format("{}{:>{}}", n == 0 ? ' ' : '|', number_of(channel, slot), digits.owner));
  }
  return text;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t n = 0; n < times; ++n) all += text;
  return all;
}

std::string header_text(const Layout& layout, const Digits& digits) {
  std::string numbers;
  for (int col = 0; col < layout.cols(); ++col) {
    fmt::format_to(std::back_inserter(numbers), " {:>{}}", col, digits.column);
  }
  return fmt::format("{:{}} \u2502{}", "", digits.row, numbers);
}

Line title_line(const Layout& layout, Channel channel, const Pen& pen) {
  const AxisNames axes = axis_names(layout.kind());
  const std::string_view title = grid_title(channel);
  return {fmt::format("{}   {}", pen.bold(title), pen.dim(fmt::format("{} \u2193  {} \u2192", axes.row, axes.col))),
          title.size() + axes.row.size() + axes.col.size() + 9};
}

// Title, column numbers, a rule, and a line for each row.
std::vector<Line> grid_lines(const Layout& layout, Channel channel, const Pen& pen) {
  const Digits digits = measure(layout, channel);
  const std::size_t row_w = static_cast<std::size_t>(digits.row) + 1;
  const std::size_t cells_w = static_cast<std::size_t>(layout.cols()) * static_cast<std::size_t>(digits.column + 1);
  const std::size_t width = row_w + 1 + cells_w;
  std::vector<Line> lines{title_line(layout, channel, pen), {pen.dim(header_text(layout, digits)), width}};
  lines.push_back({pen.dim(repeated("\u2500", row_w) + "\u253c" + repeated("\u2500", cells_w)), width});
  for (int row = 0; row < layout.rows(); ++row) {
    std::string text = pen.dim(fmt::format("{:>{}} \u2502", row, digits.row));
    for (int col = 0; col < layout.cols(); ++col) text += cell_text(layout, channel, {row, col}, digits, pen);
    lines.push_back({std::move(text), width});
  }
  return lines;
}

std::size_t width_of(const std::vector<Line>& lines) {
  return std::ranges::max_element(lines, {}, &Line::width)->width;
}

std::string beside(const std::vector<Line>& left, const std::vector<Line>& right) {
  const std::size_t column = width_of(left) + grid_distance;
  std::string text;
  for (std::size_t n = 0; n < left.size(); ++n) {
    text += left[n].text + std::string(column - left[n].width, ' ') + right[n].text + "\n";
  }
  return text;
}

std::string below(const std::vector<Line>& upper, const std::vector<Line>& lower) {
  std::string text;
  for (const Line& line : upper) text += line.text + "\n";
  text += "\n";
  for (const Line& line : lower) text += line.text + "\n";
  return text;
}

// A terminal would obey control characters that a file's words may hold.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

}  // namespace

std::string to_text(const Layout& layout, const TextOptions& options) {
  const Pen pen(options.color);
  const std::vector<Line> registers = grid_lines(layout, Channel::Register, pen);
  const std::vector<Line> threads = grid_lines(layout, Channel::Thread, pen);
  const bool fits = width_of(registers) + grid_distance + width_of(threads) <= widest;
  return fmt::format("{}\n{}\n{}\n\n{}", pen.bold(printable(layout.kind())), caption(layout),
                     pen.dim(printable(describe(layout.provenance()))),
                     fits ? beside(registers, threads) : below(registers, threads));
}

}  // namespace tcviz
