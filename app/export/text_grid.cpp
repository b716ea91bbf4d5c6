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

// Widths of what a grid is made of, in characters.
struct Widths {
  std::size_t cell = 1;      // of the widest cell or column number
  std::size_t distance = 1;  // between two cells
  std::size_t row = 1;       // of a row's number
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

int number_of(Channel channel, Slot slot) { return channel == Channel::Thread ? slot.tid : slot.i; }

Color fill_of(const Layout& layout, Channel channel, Slot slot) {
  return channel == Channel::Thread ? thread_color(slot.tid, layout.threads())
                                    : register_color(slot.i, layout.values());
}

std::size_t digits_of(int number) { return fmt::formatted_size("{}", number); }

std::size_t cell_width(const Layout& layout, Channel channel, Element element) {
  std::size_t width = 0;
  for (const std::int32_t owner : layout.owner_slots(element)) {
    width += digits_of(number_of(channel, layout.slot(owner))) + 1;  // and a bar
  }
  return width - 1;
}

Widths measure(const Layout& layout, Channel channel) {
  Widths widths;
  widths.row = digits_of(layout.rows() - 1);
  widths.cell = digits_of(layout.cols() - 1);
  widths.distance = layout.replication() > 1 ? 2 : 1;
  for (int row = 0; row < layout.rows(); ++row) {
    for (int col = 0; col < layout.cols(); ++col) {
      widths.cell = std::max(widths.cell, cell_width(layout, channel, {row, col}));
    }
  }
  return widths;
}

// " 3|19": every owner in its own colour, together with what stands before it, so that neighbours meet without a seam.
std::string cell_text(const Layout& layout, Channel channel, Element element, const Widths& widths, const Pen& pen) {
  const std::size_t blanks = widths.cell - cell_width(layout, channel, element) + 1;
  std::string before(blanks, ' ');
  std::string text(widths.distance - 1, ' ');
  for (const std::int32_t owner : layout.owner_slots(element)) {
    const Slot slot = layout.slot(owner);
    text += pen.filled(fill_of(layout, channel, slot), fmt::format("{}{}", before, number_of(channel, slot)));
    before = "|";
  }
  return text;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t n = 0; n < times; ++n) all += text;
  return all;
}

std::string header_text(const Layout& layout, const Widths& widths) {
  std::string numbers;
  for (int col = 0; col < layout.cols(); ++col) {
    fmt::format_to(std::back_inserter(numbers), "{:>{}}", col, widths.distance + widths.cell);
  }
  return fmt::format("{:{}} \u2502{}", "", widths.row, numbers);
}

Line title_line(const Layout& layout, Channel channel, const Pen& pen) {
  const AxisNames axes = axis_names(layout.kind());
  const std::string_view title = grid_title(channel);
  return {fmt::format("{}   {}", pen.bold(title), pen.dim(fmt::format("{} \u2193  {} \u2192", axes.row, axes.col))),
          title.size() + axes.row.size() + axes.col.size() + 9};
}

// Title, column numbers, a rule, and a line for each row.
std::vector<Line> grid_lines(const Layout& layout, Channel channel, const Pen& pen) {
  const Widths widths = measure(layout, channel);
  const std::size_t row_w = widths.row + 1;
  const std::size_t cells_w = static_cast<std::size_t>(layout.cols()) * (widths.distance + widths.cell);
  const std::size_t width = row_w + 1 + cells_w;
  std::vector<Line> lines{title_line(layout, channel, pen), {pen.dim(header_text(layout, widths)), width}};
  lines.push_back({pen.dim(repeated("\u2500", row_w) + "\u253c" + repeated("\u2500", cells_w)), width});
  for (int row = 0; row < layout.rows(); ++row) {
    std::string text = pen.dim(fmt::format("{:>{}} \u2502", row, widths.row));
    for (int col = 0; col < layout.cols(); ++col) text += cell_text(layout, channel, {row, col}, widths, pen);
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
