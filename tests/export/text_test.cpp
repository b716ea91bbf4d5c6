// Text, CSV and Markdown: readers written for the test read them back and compare them with the map.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/export/figure/export.hpp"
#include "app/scene/easel/palette.hpp"
#include "tests/assets/texts.hpp"
#include "tests/export/one_layout.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz {
namespace {

using Numbers = std::vector<int>;
using Grid = std::vector<std::vector<Numbers>>;  // row, col -> what the owners say
enum What { Tids, Registers };

std::vector<std::string> split(const std::string& text, const std::string& at) {
  std::vector<std::string> pieces;
  std::size_t begin = 0;
  for (std::size_t end = text.find(at); end != std::string::npos; end = text.find(at, begin)) {
    pieces.push_back(text.substr(begin, end - begin));
    begin = end + at.size();
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

Numbers numbers_in(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < '0' || c > '9'; }, ' ');
  std::istringstream in(text);
  Numbers numbers;
  for (int n = 0; in >> n;) numbers.push_back(n);
  return numbers;
}

// Rows of ldmatrix and stmatrix are given by a thread each, which the tables name.
bool has_addresses(const Layout& layout) {
  return layout.kind().starts_with("ldmatrix.") || layout.kind().starts_with("stmatrix.");
}

// Characters on screen.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

Grid expected(const Layout& layout, What what) {
  Grid grid(static_cast<std::size_t>(layout.rows()), std::vector<Numbers>(static_cast<std::size_t>(layout.cols())));
  for (int slot = 0; slot < layout.slots(); ++slot) {
    const std::int32_t e = layout.map()[static_cast<std::size_t>(slot)];
    if (e == no_element) continue;
    const int number = what == Tids ? slot / layout.values() : slot % layout.values();
    grid[static_cast<std::size_t>(e / layout.cols())][static_cast<std::size_t>(e % layout.cols())].push_back(number);
  }
  return grid;
}

// A line of a grid after its bar: "  0|8  1|9" -> cells of numbers.
std::vector<Numbers> cells_of(const std::string& line) {
  std::vector<Numbers> cells;
  std::istringstream in(line);
  for (std::string word; in >> word;) cells.push_back(numbers_in(word));
  return cells;
}

struct TwoGrids {
  Grid registers, tids;
};

// Reads both arrangements: two bars in a line are two grids beside each other.
TwoGrids read_text(const Layout& layout, const std::string& text) {
  TwoGrids grids;
  const std::string bar = "\u2502";
  for (const std::string& line : lines_of(text)) {
    std::vector<std::string> pieces = split(line, bar);
    if (pieces.size() < 2 || numbers_in(pieces[0]).empty()) continue;
    if (pieces.size() == 3) {  // the row number of the right grid stands at the end of the left one
      std::string& left = pieces[1];
      left.erase(left.find_last_not_of(' ') + 1);
      left.erase(left.find_last_of(' ') + 1);
      grids.tids.push_back(cells_of(left));
      grids.registers.push_back(cells_of(pieces[2]));
    } else {
      Grid& grid = grids.tids.size() < static_cast<std::size_t>(layout.rows()) ? grids.tids : grids.registers;
      grid.push_back(cells_of(pieces[1]));
    }
  }
  return grids;
}

TEST(Text, GridsSayWhatTheMapSays) {
  for (const Layout& layout : figures::all()) {
    SCOPED_TRACE(figures::describe(layout));
    const TwoGrids grids = read_text(layout, to_text(layout, {}));
    EXPECT_TRUE(grids.registers == expected(layout, Registers));
    EXPECT_TRUE(grids.tids == expected(layout, Tids));
  }
}

TEST(Text, ColumnsAreAlignedUnderTheirNumbers) {
  for (const Layout& layout : figures::all()) {
    SCOPED_TRACE(figures::describe(layout));
    std::vector<std::size_t> ends;  // where the column numbers end
    for (const std::string& line : lines_of(to_text(layout, {}))) {
      const std::size_t bar = line.find("\u2502");
      if (bar == std::string::npos) continue;
      std::vector<std::size_t> here;
      const std::string cells = line.substr(bar);
      for (std::size_t n = 1; n < cells.size(); ++n) {
        if (cells[n - 1] != ' ' && cells[n] == ' ') here.push_back(n);
      }
      here.push_back(cells.size());
      if (numbers_in(line.substr(0, bar)).empty()) {
        ends = here;  // a header
        continue;
      }
      for (const std::size_t end : ends) {
        ASSERT_TRUE(std::ranges::find(here, end) != here.end()) << line << "\nno cell ends at " << end;
      }
    }
  }
}

TEST(Text, ReplicasAreSeparatedByABar) {
  const Layout layout = samples::make(samples::data_of({1, 2, 4, 1}, {0, 1, 0, 1}));
  EXPECT_NE(to_text(layout, {}).find(" 0|2  1|3 "), std::string::npos) << to_text(layout, {});
}

TEST(Text, GridsStandBesideEachOtherWhereTwoHundredColumnsAreEnough) {
  const auto widest = [](const Layout& layout) {
    std::size_t most = 0;
    for (const std::string& line : lines_of(to_text(layout, {}))) most = std::max(most, width(line));
    return most;
  };
  const auto beside = [](const Layout& layout) {
    const std::string text = to_text(layout, {});
    const std::size_t at = text.find("Thread tid");
    return text.find("Value x[i]", at) < text.find('\n', at);
  };
  EXPECT_TRUE(beside(figures::wrapped({16, 16, 32, 8}, "x")));
  EXPECT_LE(widest(figures::wrapped({16, 16, 32, 8}, "x")), 110u);
  EXPECT_FALSE(beside(figures::wrapped({8, 128, 32, 32}, "x")));
  for (const Layout& layout : figures::all()) {
    if (!beside(layout)) continue;
    EXPECT_LE(widest(layout), 200u) << figures::describe(layout);
  }
}

// What each grid says, put together again from the bands of its columns.
TwoGrids read_bands(const Layout& layout, const std::string& text) {
  TwoGrids grids;
  std::vector<Grid*> order = {&grids.tids, &grids.registers};
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("Value x[i]")) order.erase(order.begin());
    const std::size_t bar = line.find("\u2502");
    const Numbers row = bar == std::string::npos ? Numbers{} : numbers_in(line.substr(0, bar));
    if (row.empty()) continue;
    Grid& grid = *order.front();
    grid.resize(static_cast<std::size_t>(layout.rows()));
    for (Numbers& cell : cells_of(line.substr(bar + 3))) grid[static_cast<std::size_t>(row[0])].push_back(cell);
  }
  return grids;
}

TEST(Text, FoldsToTheColumnsOfATerminal) {
  for (const Layout& layout : figures::all()) {
    SCOPED_TRACE(figures::describe(layout));
    if (layout.slots() > 1024 || layout.replication() > 8) continue;  // of more owners one cell is wider than a line
    const std::string text = to_text(layout, {.columns = 80});
    std::size_t most = 0;
    const std::vector<std::string> lines = lines_of(text);
    for (std::size_t n = 4; n < lines.size(); ++n) most = std::max(most, width(lines[n]));
    EXPECT_LE(most, 80u);
    if (text.find("Value x[i]") < text.find('\n', text.find("Thread tid"))) continue;  // beside each other
    const TwoGrids grids = read_bands(layout, text);
    EXPECT_TRUE(grids.tids == expected(layout, Tids));
    EXPECT_TRUE(grids.registers == expected(layout, Registers));
  }
}

TEST(Text, TwoHundredAndFiftySixColoursWhereATerminalHasNoMore) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "x");
  const std::string text = to_text(layout, {.color = true, .true_color = false});
  EXPECT_NE(text.find("\033[48;5;"), std::string::npos);
  EXPECT_EQ(text.find("48;2;"), std::string::npos);
}

TEST(Text, ValuesNameTheirRegisters) {
  LayoutData data = samples::data_of({1, 4, 2, 2}, {0, 1, 2, 3});
  const auto title = [&](int bits) {
    data.element_bits = bits;
    const std::string text = to_text(samples::make(data), {});
    return text.substr(text.find("Value"), text.find("   ", text.find("Value")) - text.find("Value"));
  };
  EXPECT_EQ(title(32), "Value x[i] in R[i]");
  EXPECT_EQ(title(16), "Value x[i] in R[i/2]");
  EXPECT_EQ(title(4), "Value x[i] in R[i/8]");
  EXPECT_EQ(title(64), "Value x[i] in R[2i], R[2i+1]");
}

Layout loaded_matrix() {
  const Kind& kind = *find_kind("ldmatrix.m8n8.x2.b16");
  LayoutData data = samples::data_of({kind.rows(), kind.cols(), kind.threads, kind.values}, {});
  for (int number = 0; number < kind.rows() * kind.cols(); ++number) data.map.push_back(number);
  data.kind = std::string(kind.id);
  data.element_bits = kind.bits();
  return samples::make(data);
}

TEST(Text, RowsOfLdmatrixNameTheThreadOfTheirAddress) {
  const Layout layout = loaded_matrix();
  const std::string text = to_text(layout, {}), markdown = to_markdown(layout), csv = to_csv(layout);
  EXPECT_NE(text.find("   address \u2502"), std::string::npos) << text;
  EXPECT_NE(text.find("\n 9       T9 \u2502"), std::string::npos) << text;
  EXPECT_NE(markdown.find("| address |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("\n| **9** | T9 |"), std::string::npos) << markdown;
  EXPECT_TRUE(csv.starts_with("tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance,address_tid\n"));
  EXPECT_NE(csv.find(",9,3,75,ldmatrix.m8n8.x2.b16,,9\n"), std::string::npos) << csv;
  const Result<std::vector<Layout>> back = layouts_in_text(csv);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(back.value().front().same_map(layout));
}

TEST(Text, ColourIsThePalettesAndChangesNoWord) {
  for (const Layout& layout : figures::all()) {
    if (layout.slots() > 4096) continue;
    std::string colored = to_text(layout, {.color = true}), plain;
    EXPECT_NE(colored.find("\033["), std::string::npos);
    for (std::size_t n = 0; n < colored.size(); ++n) {
      if (colored[n] == '\033')
        n = colored.find('m', n);
      else
        plain += colored[n];
    }
    EXPECT_EQ(plain, to_text(layout, {})) << figures::describe(layout);
  }
  const Layout layout = figures::wrapped({1, 2, 2, 1}, "x");
  const Color second = thread_color(1, 2);
  const std::string code =
      "48;2;" + std::to_string(second.r) + ";" + std::to_string(second.g) + ";" + std::to_string(second.b) + ";";
  EXPECT_NE(to_text(layout, {.color = true}).find(code), std::string::npos);
}

TEST(Text, KindAndProvenanceStandAbove) {
  const std::vector<std::string> lines =
      lines_of(to_text(figures::wrapped({16, 16, 32, 8}, "wmma.m16n16k16.acc.f32"), {}));
  EXPECT_EQ(lines[0], "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(lines[1], "16×16 · 32 threads · 8 values · each element once");
  EXPECT_EQ(lines[2], "probed on a test");
}

TEST(Text, ObeysNoControlCharacterOfAFile) {
  LayoutData data = samples::data_of({1, 1, 1, 1}, {0});
  data.provenance.device = "a\n\033[2Jb";
  const std::string text = to_text(samples::make(data), {});
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text.find("a  [2Jb"), std::string::npos);
}

// ldmatrix and stmatrix alone have an eleventh column: scripts rely on the ten of all others.
TEST(Csv, OneLineForEachSlot) {
  for (const Layout& layout : figures::all()) {
    SCOPED_TRACE(figures::describe(layout));
    const bool addressed = has_addresses(layout);
    const std::string header = "tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance";
    const std::vector<std::string> lines = lines_of(to_csv(layout));
    ASSERT_EQ(lines.size(), static_cast<std::size_t>(layout.slots()) + 1);
    EXPECT_EQ(lines[0], header + (addressed ? ",address_tid" : ""));
    for (int slot = 0; slot < layout.slots(); ++slot) {
      const std::vector<std::string> fields = split(lines[static_cast<std::size_t>(slot) + 1], ",");
      if (slot > 0) {  // the first has a provenance, with commas of its own
        ASSERT_EQ(fields.size(), addressed ? 11u : 10u);
        EXPECT_EQ(fields[9], "");
      }
      EXPECT_EQ(fields[8], layout.kind());
      EXPECT_EQ(fields[0], std::to_string(slot / layout.values()));
      EXPECT_EQ(fields[1], std::to_string(slot % layout.values()));
      const std::int32_t e = layout.map()[static_cast<std::size_t>(slot)];
      EXPECT_EQ(fields[5], e == no_element ? "" : std::to_string(e / layout.cols()));
      EXPECT_EQ(fields[6], e == no_element ? "" : std::to_string(e % layout.cols()));
      EXPECT_EQ(fields[7], e == no_element ? "" : std::to_string(e));
      if (addressed) {
        EXPECT_EQ(fields.back(), e == no_element ? "" : std::to_string(e / layout.cols()));
      }
    }
  }
}

TEST(Csv, RegistersAndBitsOfNarrowAndWideTypes) {
  const auto third_value = [](int bits) {
    LayoutData data = samples::data_of({1, 4, 1, 4}, {0, 1, 2, 3});
    data.element_bits = bits;
    return lines_of(to_csv(samples::make(data)))[4];
  };
  EXPECT_EQ(third_value(1), "0,3,0,3,3,0,3,3,test.sample,");
  EXPECT_EQ(third_value(4), "0,3,0,12,15,0,3,3,test.sample,");
  EXPECT_EQ(third_value(16), "0,3,1,16,31,0,3,3,test.sample,");
  EXPECT_EQ(third_value(32), "0,3,3,0,31,0,3,3,test.sample,");
  EXPECT_EQ(third_value(64), "0,3,6,0,63,0,3,3,test.sample,");
}

TEST(Markdown, TablesSayWhatTheMapSays) {
  for (const Layout& layout : figures::all()) {
    SCOPED_TRACE(figures::describe(layout));
    Grid rows;
    for (const std::string& line : lines_of(to_markdown(layout))) {
      if (!line.starts_with("| **")) continue;
      std::vector<std::string> fields = split(line, "|");
      const bool address = has_addresses(layout) && rows.size() < static_cast<std::size_t>(layout.rows());
      if (address) {
        EXPECT_EQ(fields[2], " T" + std::to_string(rows.size()) + " ");
        fields.erase(fields.begin() + 2);
      }
      ASSERT_EQ(fields.size(), static_cast<std::size_t>(layout.cols()) + 3);
      std::vector<Numbers> row;
      for (std::size_t n = 2; n + 1 < fields.size(); ++n) row.push_back(numbers_in(fields[n]));
      rows.push_back(std::move(row));
    }
    Grid both = expected(layout, Tids);
    std::ranges::copy(expected(layout, Registers), std::back_inserter(both));
    EXPECT_TRUE(rows == both);
  }
}

TEST(Markdown, WordsOfAFileAreNoMarkup) {
  LayoutData data = samples::data_of({1, 1, 1, 1}, {0});
  data.provenance.device = "a|b*c*<script>";
  const std::string markdown = to_markdown(samples::make(data));
  EXPECT_EQ(lines_of(markdown)[3], "probed on a\\|b\\*c\\*\\<script\\>");
}

}  // namespace
}  // namespace tcviz
