// Figures in every format: what they carry comes back, the same bytes every time, and refusals.
#include "app/export/figure/figure.hpp"

#include <gtest/gtest.h>

#include <random>

#include "app/export/figure/carried.hpp"
#include "tests/export/figures_of.hpp"

namespace tcviz {
namespace {

std::string written(Figure figure, FigureFormat format) {
  figure.format = format;
  const Result<std::string> bytes = write_figure(figure);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return bytes ? bytes.value() : std::string();
}

std::string refusal(const Figure& figure) {
  const Result<std::string> bytes = write_figure(figure);
  return bytes ? "no error" : bytes.error().message;
}

void expect_same(const std::vector<FigureLayout>& back, const Figure& figure, bool with_sources) {
  ASSERT_EQ(back.size(), figure.layouts.size());
  for (std::size_t n = 0; n < back.size(); ++n) {
    const Layout &got = back[n].layout, &wanted = figure.layouts[n].layout;
    EXPECT_EQ(got.kind(), wanted.kind());
    EXPECT_TRUE(got.same_map(wanted));
    EXPECT_EQ(got.element_bits(), wanted.element_bits());
    EXPECT_EQ(got.provenance(), wanted.provenance());
    EXPECT_EQ(back[n].source, with_sources ? figure.layouts[n].source : "");
  }
}

TEST(Figure, EveryFormatIsReadBack) {
  for (const figures::Sample& sample : figures::samples_of_figures()) {
    for (const FormatRow& row : figure_formats()) {
      SCOPED_TRACE(sample.name + " " + std::string(row.word));
      const Result<std::vector<FigureLayout>> back = figure_in_text(written(sample.figure, row.format));
      ASSERT_TRUE(back) << back.error().message;
      // A layout file has no place for the name of a source; if a kind is there twice the JSON is a figure's object.
      expect_same(back.value(), sample.figure, row.format != FigureFormat::Json || sample.name == "comparison");
    }
  }
}

TEST(Figure, TheLargestLayoutIsReadBack) {
  for (const FormatRow& row : figure_formats()) {
    SCOPED_TRACE(row.word);
    Figure figure = figures::warpgroup();
    if (row.format == FigureFormat::Png) figure.scale = 0.5;
    const Result<std::vector<FigureLayout>> back = figure_in_text(written(figure, row.format));
    ASSERT_TRUE(back) << back.error().message;
    expect_same(back.value(), figure, true);
  }
}

TEST(Figure, TheSameBytesEveryTime) {
  for (const figures::Sample& sample : figures::samples_of_figures()) {
    for (const FormatRow& row : figure_formats()) {
      EXPECT_EQ(written(sample.figure, row.format), written(sample.figure, row.format)) << sample.name << row.word;
    }
  }
}

TEST(Figure, TextForATerminalCarriesNothing) {
  Figure figure = figures::samples_of_figures()[0].figure;
  const std::string carrying = written(figure, FigureFormat::Text);
  figure.carry = false;
  const std::string plain = written(figure, FigureFormat::Text);
  EXPECT_TRUE(carrying.starts_with(plain));
  EXPECT_TRUE(has_armor(carrying));
  EXPECT_FALSE(has_armor(plain));
}

TEST(Figure, RefusesWhatCannotBeDrawn) {
  Figure figure = figures::samples_of_figures()[0].figure;
  figure.style.view = ViewMode::Product;
  EXPECT_NE(refusal(figure).find("shows 3 layouts, not 1"), std::string::npos);
  figure.layouts.push_back(figure.layouts[0]);
  figure.style.view = ViewMode::Grids;
  EXPECT_NE(refusal(figure).find("shows 1 layout, not 2"), std::string::npos);
  figure.layouts.push_back(figures::samples_of_figures()[1].figure.layouts[0]);
  figure.style.view = ViewMode::Product;
  EXPECT_NE(refusal(figure).find("16x16, 16x16 and 8x4"), std::string::npos);
  EXPECT_EQ(refusal(Figure{}), "a figure needs a layout");
}

TEST(Figure, RefusesAStyleThatDoesNotFitItsLayout) {
  Figure figure = figures::samples_of_figures()[0].figure;
  figure.style.marked = Slot{32, 0};
  EXPECT_NE(refusal(figure).find("tid goes from 0 to 31"), std::string::npos);
  figure.style.marked = Slot{31, 7};
  EXPECT_EQ(refusal(figure), "no error");
  figure.style.threads.resize(8);
  EXPECT_NE(refusal(figure).find("8 threads"), std::string::npos);
  figure.style.threads.clear();
  for (const double scale : {0.0, -1.0, 0.09, 16.1, 1e300, std::nan("")}) {
    figure.scale = scale;
    EXPECT_NE(refusal(figure).find("out of range"), std::string::npos) << scale;
  }
  figure.style.marked.reset();
  figure.layouts[0].layout = figures::wrapped({1, 4096, 1024, 4}, "x");
  figure.format = FigureFormat::Tikz;
  figure.scale = 1;
  EXPECT_NE(refusal(figure).find("TeX has no length above"), std::string::npos);
}

TEST(Figure, NoPartOfAFigureIsTakenForTheWhole) {
  const Figure figure = figures::samples_of_figures()[1].figure;
  for (const FormatRow& row : figure_formats()) {
    if (row.format == FigureFormat::Csv || row.format == FigureFormat::Svg) continue;  // below; svg_test.cpp
    const std::string bytes = written(figure, row.format);
    const std::size_t mark = bytes.find(figure_format);
    const std::size_t begin = mark == std::string::npos ? 0 : mark;
    const std::size_t end = mark == std::string::npos ? bytes.size() - 2 : bytes.find('=', mark);
    for (std::size_t length = begin; length < end; length += (end - begin) / 100 + 1) {
      const auto back = figure_in_text(bytes.substr(0, length));
      ASSERT_FALSE(back) << row.word << " " << length;
      ASSERT_FALSE(back.error().message.empty());
    }
  }
}

// With one slot or one owner fewer it is another layout, or none, but never this one.
TEST(Figure, APartOfATableIsNeverTheSameLayout) {
  const Figure figure = figures::samples_of_figures()[1].figure;
  const std::string csv = written(figure, FigureFormat::Csv);
  for (std::size_t length = 0; length + 2 < csv.size(); length += csv.size() / 100) {
    const auto back = figure_in_text(csv.substr(0, length));
    EXPECT_FALSE(back && back.value()[0].layout.same_map(figure.layouts[0].layout)) << length;
  }
}

TEST(Figure, DamagedLettersAreNoticed) {
  std::mt19937 random(4);
  const std::string bytes = written(figures::samples_of_figures()[0].figure, FigureFormat::Tikz);
  const std::size_t begin = bytes.find(":", bytes.find(figure_format)) + 1, end = bytes.find('=', begin);
  std::uniform_int_distribution<std::size_t> place(begin, end - 3);  // the last letters may hold bits of no byte
  int changed = 0;
  for (int n = 0; n < 200; ++n) {
    std::string damaged = bytes;
    char& letter = damaged[place(random)];
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) continue;
    letter = letter == 'A' ? 'B' : 'A';
    ++changed;
    EXPECT_FALSE(figure_in_text(damaged));
  }
  EXPECT_GT(changed, 120);
}

TEST(Figure, RefusalsSayWhatTheFileIs) {
  const auto says = [](const std::string& bytes, const std::string& part) {
    const auto figure = figure_in_text(bytes);
    ASSERT_FALSE(figure);
    EXPECT_NE(figure.error().message.find(part), std::string::npos) << figure.error().message;
  };
  says("%PDF-1.4\nnothing of ours", "this PDF holds no layout");
  says("\x89PNG\r\n\x1a\n", "the PNG is damaged");
  says("tid,i,register,other\n", "first line must be");
  says("% tcviz-figure/1:AAAA=", "damaged or cut off");
  const std::string table = "tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance\n",
                    end = ",0,a.kind,\"{\"\"source\"\":\"\"probed\"\"}\"\n";
  for (const char* const slot : {"2147483647,0,0,0,31,0,0", "0,2147483647,0,0,31,0,0", "0,0,0,0,2147483647,0,0"})
    says(table + slot + end, "tid, i and the bits must be whole numbers from 0 to 1048576");
  for (const char* const place : {"0,0,0,0,31,2147483647,0", "0,0,0,0,31,0,2147483647"})
    says(table + place + end, "row and col must be whole numbers from 0 to 1048576");
  says("{\"format\": \"tcviz-figure/1\"}", "layouts");
  says("{\"format\": \"tcviz-figure/1\", \"layouts\": [{\"format\": \"tcviz-layout/1\"}]}", "layouts[0]: kind");
}

}  // namespace
}  // namespace tcviz
