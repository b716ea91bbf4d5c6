// A figure that shows something else than it carries is found out: every visible cell of every kind, in every format.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "app/export/figure/export.hpp"
#include "app/export/figure/figure.hpp"
#include "app/export/figure/slot_value.hpp"
#include "app/export/ink/png_text.hpp"
#include "app/scene/grid/names.hpp"
#include "tests/export/figures_of.hpp"
#include "tests/export/one_layout.hpp"

namespace tcviz {
namespace {

std::string shown_written(Figure figure, FigureFormat format) {
  figure.format = format;
  const Result<std::string> bytes = write_figure(figure);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return bytes ? bytes.value() : std::string();
}

// "" where the figure shows what it carries.
std::string problem(const std::string& bytes) {
  const Status shown = check_shown(bytes);
  return shown ? std::string() : shown.error().message;
}

std::vector<Layout> shown_recorded() {
  Result<std::vector<Layout>> layouts = layouts_in_file(TCVIZ_RECORDED_FILE);
  EXPECT_TRUE(layouts);
  if (!layouts) return {};
  std::vector<Layout> shown;
  for (Layout& layout : layouts.value())  // of thousands of cells there are enough in the others
    if (layout.slots() <= 512) shown.push_back(std::move(layout));
  return shown;
}

// Where each number stands that the expression's first group finds: what an eye reads in a cell.
std::vector<std::size_t> numbers_in(const std::string& bytes, const std::string& expression) {
  std::vector<std::size_t> places;
  const std::regex cell(expression);
  for (std::sregex_iterator at(bytes.begin(), bytes.end(), cell), end; at != end; ++at)
    places.push_back(static_cast<std::size_t>(at->position(1)));
  return places;
}

struct VisibleCells {
  FigureFormat format;
  std::string begin, end, expression;  // the part of the file in which cells are looked for, and their numbers
};
std::vector<VisibleCells> visible_cells() {
  return {{FigureFormat::Text, "", "tcviz-figure/1", "[ |]([0-9]+)(?=[ |\n])"},
          {FigureFormat::Markdown, "", "<!--", "[ ,]([0-9]+)(?= \\||,)"},
          {FigureFormat::Csv, "provenance", "", "[\n,]([0-9]+)(?=[,\n])"},
          {FigureFormat::Cpp, "#define TCVIZ_TABLES", "host_tables", "[{ ]([0-9]+)(?=[,}])"},
          {FigureFormat::Svg, "class=\"labels\"", "</svg>", ">([0-9]+)<"},
          {FigureFormat::Tikz, "\\begin{tikzpicture}", "", "\\\\tcviz[LCR]\\{[-0-9.]+\\}\\{([0-9]+)\\}"}};
}

// The last digit of one number is another.
std::string with_another_digit(std::string bytes, std::size_t at) {
  bytes[at] = bytes[at] == '9' ? '8' : static_cast<char>(bytes[at] + 1);
  return bytes;
}

// How many of these cells were changed; each must be found out.
std::size_t change_cells(const std::string& bytes, const VisibleCells& cells, std::size_t most) {
  const std::size_t begin = cells.begin.empty() ? 0 : bytes.find(cells.begin);
  const std::size_t end = cells.end.empty() ? bytes.size() : bytes.find(cells.end, begin);
  const std::vector<std::size_t> places = numbers_in(bytes.substr(begin, end - begin), cells.expression);
  const std::size_t step = places.size() / most + 1;
  std::size_t changed = 0;
  for (std::size_t n = 0; n < places.size(); n += step, ++changed) {
    const std::string other = with_another_digit(bytes, begin + places[n]);
    EXPECT_FALSE(check_shown(other)) << "place " << begin + places[n];
  }
  return changed;
}

TEST(Shown, WhatWasWrittenIsShown) {
  for (const figures::Sample& sample : figures::samples_of_figures())
    for (const FormatRow& row : figure_formats())
      EXPECT_EQ(problem(shown_written(sample.figure, row.format)), "") << sample.name << " " << row.word;
}

// Cells are changed once for each layout, of which many kinds have the same.
TEST(Shown, EveryKindAndEveryCellInEveryFormat) {
  figures::DistinctCells distinct;
  for (const Layout& layout : shown_recorded()) {
    const bool changes = distinct.takes(layout);
    const Figure figure = figures::figure_of({{layout, "recorded:sm_90"}});
    for (const VisibleCells& cells : visible_cells()) {
      SCOPED_TRACE(layout.kind() + " " + std::string(row_of(cells.format).word));
      const std::string bytes = shown_written(figure, cells.format);
      EXPECT_EQ(problem(bytes), "");
      if (changes) {
        EXPECT_GE(change_cells(bytes, cells, 8), 4U);
      }
    }
  }
}

TEST(Shown, AllCellsOfSmallFigures) {
  for (const std::size_t sample : {1u, 2u}) {  // replicated, with a hole
    const Figure figure = figures::samples_of_figures()[sample].figure;
    const auto elements = static_cast<std::size_t>(figure.layouts[0].layout.rows() * figure.layouts[0].layout.cols());
    for (const VisibleCells& cells : visible_cells()) {
      SCOPED_TRACE(row_of(cells.format).word);
      EXPECT_GE(change_cells(shown_written(figure, cells.format), cells, 10000), elements);
    }
  }
}

TEST(Shown, AColourOrAPlaceOfACell) {
  const std::string svg = shown_written(figures::samples_of_figures()[0].figure, FigureFormat::Svg);
  const std::size_t cell = svg.find("data-tid"), group = svg.rfind("<g fill=\"#", cell);
  std::string colored = svg, moved = svg;
  colored[group + 10] = colored[group + 10] == 'f' ? 'e' : 'f';
  EXPECT_NE(problem(colored).find("where tcviz writes"), std::string::npos);
  moved.replace(svg.rfind("d=\"M", cell) + 4, 1, "9");
  EXPECT_NE(problem(moved), "");
}

TEST(Shown, PixelsAndPdfs) {
  const Figure figure = figures::samples_of_figures()[1].figure;
  const std::string png = shown_written(figure, FigureFormat::Png);
  const PngSides sides = png_sides(png);
  std::vector<std::uint8_t> pixels = png_pixels(png, sides).value();
  const std::vector<PngText> texts = png_texts(png).value();
  const auto again = [&] {
    return encode_png(static_cast<int>(sides.width), static_cast<int>(sides.height), pixels, texts).value();
  };
  EXPECT_EQ(problem(again()), "");
  pixels[4 * 1234] ^= 0x40;
  EXPECT_NE(problem(again()).find("the first is at"), std::string::npos);
  std::string pdf = shown_written(figure, FigureFormat::Pdf);
  pdf[pdf.find("stream\n") + 100] ^= 1;
  EXPECT_EQ(problem(pdf), "the PDF is not the one that tcviz draws");
  pdf = shown_written(figure, FigureFormat::Pdf);
  pdf.replace(pdf.find("/Producer (") + 11, 5, "other");
  const Status shown = check_shown(pdf);
  ASSERT_FALSE(shown);
  EXPECT_EQ(shown.error().fault, Fault::Unavailable);
}

TEST(Shown, LineEndsOfAnotherSystemChangeNothing) {
  const Figure figure = figures::samples_of_figures()[0].figure;
  for (const VisibleCells& cells : visible_cells()) {
    std::string bytes = shown_written(figure, cells.format), other = "\xEF\xBB\xBF";
    for (const char c : bytes) other += c == '\n' ? "\r\n" : std::string(1, c);
    EXPECT_EQ(problem(other), "") << row_of(cells.format).word;
  }
}

TEST(Shown, WordsAroundAFigureAreNotItsOwn) {
  const std::string markdown = shown_written(figures::samples_of_figures()[0].figure, FigureFormat::Markdown);
  EXPECT_NE(problem("# Another table\n\n| 0 | 1 |\n\n" + markdown).find("line 1 is"), std::string::npos);
  EXPECT_NE(problem(markdown + "| 0 | 1 |\n"), "");
}

void expect_written_again(const Figure& figure) {
  for (const FormatRow& row : figure_formats()) EXPECT_EQ(problem(shown_written(figure, row.format)), "") << row.word;
}

TEST(Shown, EveryStyleComesBack) {
  const Figure plain = figures::samples_of_figures()[1].figure;
  Figure figure = plain;
  figure.style.arrangement = Arrangement::Stacked;
  figure.style.cell = 31.5f;
  figure.style.title_text = "A <title> & \"more\"";
  figure.style.caption_text = "Below";
  figure.style.transparent = true;
  figure.style.marked = Slot{3, 1};
  figure.style.threads = std::vector<bool>(32, true);
  figure.style.threads[5] = false;
  figure.scale = 1.25;
  expect_written_again(figure);
  figure = plain;
  figure.style.title = figure.style.caption = figure.style.axes = figure.style.legend = false;
  figure.style.marks.assign(static_cast<std::size_t>(plain.layouts[0].layout.slots()), CellMark::Right);
  figure.style.marks[7] = CellMark::Wrong;
  expect_written_again(figure);
  figure = plain;
  figure.style.hide_cells = true;
  expect_written_again(figure);
  figure = figures::samples_of_figures()[6].figure;
  figure.style.side_names = {"one", "two"};
  expect_written_again(figure);
}

TEST(Shown, ExpressionsThatReadLikeColouringsComeBack) {
  for (const std::string text : {"tid % 3", "row", "quad"}) {
    Figure figure = figures::samples_of_figures()[0].figure;
    const std::vector<const Layout*> layouts{&figure.layouts[0].layout};
    figure.style.value_name = text;
    if (Result<SlotValue> value = slot_value(text, layouts)) figure.style.value = value.value();
    if (!figure.style.value) continue;
    figure.style.color_by = ColorBy::Expression;
    expect_written_again(figure);
  }
}

TEST(Shown, StylesThatAreNoneAreRefused) {
  const std::string svg = shown_written(figures::samples_of_figures()[0].figure, FigureFormat::Svg);
  const auto with = [&](const std::string& key) {
    std::string other = svg;
    return problem(other.insert(other.find("\"view\""), key + ","));
  };
  EXPECT_NE(with("\"cell\":-1").find("cell: must be a number from"), std::string::npos);
  EXPECT_NE(with("\"checks\":\"+\"").find("1 letters for 256 slots"), std::string::npos);
  EXPECT_NE(with("\"mark\":7").find("mark: must be a slot"), std::string::npos);
  EXPECT_NE(with("\"mark\":[4294967296,0]").find("mark: must be a slot"), std::string::npos);
  EXPECT_NE(with("\"mark\":[99,0]").find("outside"), std::string::npos);
  EXPECT_NE(with("\"legend\":1").find("legend: must be true or false"), std::string::npos);
  EXPECT_NE(with("\"arrangement\":\"up\"").find("arrangement 'up' is unknown"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
