// Layout -> two aligned grids for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "app/export/figure/export.hpp"
#include "app/scene/easel/palette.hpp"
#include "app/scene/grid/words.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr std::size_t widest = 200;  // columns of a terminal that two grids may take beside each other
constexpr std::size_t grid_distance = 6;

// A line with its width on screen, which colour codes and UTF-8 keep apart from its length in bytes.
struct Line {
  std::string text;
  std::size_t width = 0;
};

// Widths of a grid's parts, in characters.
struct Widths {
  std::size_t cell = 1;      // the widest cell or column number
  std::size_t distance = 1;  // between two cells
  std::size_t row = 1;       // a row's number, with the thread that gives its address
  bool address = false;
};

// The columns of a matrix from `first` to before `end`.
struct Columns {
  int first = 0, end = 0;
};
constexpr std::string_view address_word = "  address";

// Returns the number of the nearest colour of xterm's cube of 6x6x6, or of its 24 greys.
int nearest_of_256(Color color) {
  constexpr std::array<int, 6> levels = {0, 95, 135, 175, 215, 255};
  const auto level = [&](int wanted) {
    const auto closer = [&](int a, int b) { return std::abs(a - wanted) < std::abs(b - wanted); };
    return static_cast<int>(std::ranges::min_element(levels, closer) - levels.begin());
  };
  const auto distance = [&](int r, int g, int b) {
    return (r - color.r) * (r - color.r) + (g - color.g) * (g - color.g) + (b - color.b) * (b - color.b);
  };
  const int r = level(color.r), g = level(color.g), b = level(color.b);
  const auto at = [&](int n) { return levels[static_cast<std::size_t>(n)]; };
  const int grey = std::clamp(((color.r + color.g + color.b) / 3 - 3) / 10, 0, 23), shade = 8 + 10 * grey;
  if (distance(shade, shade, shade) < distance(at(r), at(g), at(b))) return 232 + grey;
  return 16 + 36 * r + 6 * g + b;
}

class Pen {
 public:
  explicit Pen(const TextOptions& options) : color_(options.color), true_color_(options.true_color) {}
  std::string bold(std::string_view text) const { return styled("1", text); }
  std::string dim(std::string_view text) const { return styled("2", text); }
  std::string filled(Color fill, std::string_view text) const {
    const Color ink = label_color(fill);
    if (!true_color_) return styled(fmt::format("48;5;{};38;5;{}", nearest_of_256(fill), nearest_of_256(ink)), text);
    return styled(fmt::format("48;2;{};{};{};38;2;{};{};{}", fill.r, fill.g, fill.b, ink.r, ink.g, ink.b), text);
  }

 private:
  std::string styled(std::string_view code, std::string_view text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
  bool color_, true_color_;
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
  widths.address = channel == Channel::Thread && address_of_row(layout, 0);
  if (widths.address) widths.row += address_word.size();
  widths.cell = digits_of(layout.cols() - 1);
  widths.distance = layout.replication() > 1 ? 2 : 1;
  for (int row = 0; row < layout.rows(); ++row) {
    for (int col = 0; col < layout.cols(); ++col) {
      widths.cell = std::max(widths.cell, cell_width(layout, channel, {row, col}));
    }
  }
  return widths;
}

// Returns " 3|19": every owner in its own colour, together with the blanks or bar before it, so that neighbours meet
// without a seam.
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

std::string header_text(const Columns& columns, const Widths& widths) {
  std::string numbers;
  for (int col = columns.first; col < columns.end; ++col) {
    fmt::format_to(std::back_inserter(numbers), "{:>{}}", col, widths.distance + widths.cell);
  }
  return fmt::format("{:>{}} \u2502{}", widths.address ? address_word : "", widths.row, numbers);
}

// Returns " 9", for ldmatrix and stmatrix " 9       T9".
std::string row_text(const Layout& layout, int row, const Widths& widths) {
  if (!widths.address) return fmt::format("{:>{}}", row, widths.row);
  return fmt::format("{:>{}}{:>{}}", row, widths.row - address_word.size(),
                     fmt::format("T{}", address_of_row(layout, row).value_or(0)), address_word.size());
}

Line title_line(const Layout& layout, Channel channel, const Pen& pen) {
  const AxisNames axes = axis_names(layout.kind());
  const std::string title = channel == Channel::Thread ? std::string(grid_title(channel)) : value_title(layout);
  return {fmt::format("{}   {}", pen.bold(title), pen.dim(fmt::format("{} \u2193  {} \u2192", axes.row, axes.col))),
          title.size() + axes.row.size() + axes.col.size() + 9};
}

// Adds column numbers, a rule, and a line for each row.
void add_band(std::vector<Line>& lines, const Layout& layout, Channel channel, const Columns& columns,
              const Widths& widths, const Pen& pen) {
  const std::size_t row_w = widths.row + 1;
  const std::size_t cells_w = static_cast<std::size_t>(columns.end - columns.first) * (widths.distance + widths.cell);
  const std::size_t width = row_w + 1 + cells_w;
  lines.push_back({pen.dim(header_text(columns, widths)), width});
  lines.push_back({pen.dim(repeated("\u2500", row_w) + "\u253c" + repeated("\u2500", cells_w)), width});
  for (int row = 0; row < layout.rows(); ++row) {
    std::string text = pen.dim(row_text(layout, row, widths) + " \u2502");
    for (int col = columns.first; col < columns.end; ++col) text += cell_text(layout, channel, {row, col}, widths, pen);
    lines.push_back({std::move(text), width});
  }
}

// Returns the number of the matrix's columns that fit beside each other; a multiple of eight if more than eight do.
int columns_that_fit(const Layout& layout, const Widths& widths, std::size_t columns) {
  constexpr int unit = 8;
  const std::size_t left = widths.row + 2;
  if (columns == 0) return layout.cols();
  if (columns <= left) return 1;
  const auto fit = static_cast<int>((columns - left) / (widths.distance + widths.cell));
  if (fit >= layout.cols()) return layout.cols();
  return std::max(1, fit > unit ? fit / unit * unit : fit);
}

// Returns a title, and the grid in as many bands of columns as it takes.
std::vector<Line> grid_lines(const Layout& layout, Channel channel, const Pen& pen, std::size_t columns) {
  const Widths widths = measure(layout, channel);
  const int fit = columns_that_fit(layout, widths, columns);
  std::vector<Line> lines{title_line(layout, channel, pen)};
  for (int first = 0; first < layout.cols(); first += fit) {
    if (first > 0) lines.push_back({"", 0});
    add_band(lines, layout, channel, {first, std::min(first + fit, layout.cols())}, widths, pen);
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

// Replaces control characters in a file's words, since a terminal would obey them.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

// Returns the note of a document that cannot be followed to the letter, or that states the layout by a figure only.
std::string documents_note(const Provenance& provenance) {
  const bool stated = provenance.source == Source::Documented && provenance.note;
  return stated ? "\n" + printable(*provenance.note) : "";
}

}  // namespace

std::string to_text(const Layout& layout, const TextOptions& options) {
  const Pen pen(options);
  const std::vector<Line> threads = grid_lines(layout, Channel::Thread, pen, options.columns);
  const std::vector<Line> registers = grid_lines(layout, Channel::Register, pen, options.columns);
  const std::size_t most = options.columns > 0 ? options.columns : widest;
  const bool fits =
      threads.size() == registers.size() && width_of(threads) + grid_distance + width_of(registers) <= most;
  return fmt::format("{}\n{}\n{}\n\n{}", pen.bold(printable(layout.kind())), caption(layout),
                     pen.dim(printable(describe(layout.provenance())) + documents_note(layout.provenance())),
                     fits ? beside(threads, registers) : below(threads, registers));
}

}  // namespace tcviz::inline app_export
