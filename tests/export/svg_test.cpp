// Figures as SVG: a reader that shares no code with the writer compares them with the layout, and they are read back.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/export/figure/export.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/export/figures_of.hpp"
#include "tests/export/one_layout.hpp"
#include "tests/export/temporary_folder.hpp"

namespace tcviz {
namespace {

void svg_write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string first_error(const std::string& bytes) {
  const Result<std::vector<Layout>> layouts = layouts_in_text(bytes);
  return layouts ? "no error" : layouts.error().message;
}

TEST(Svg, EveryCellAgreesWithTheMapForAnIndependentReader) {
  const TemporaryFolder folder;
  int number = 0;
  std::vector<Layout> layouts = figures::all();
  layouts.push_back(figures::nasty());
  for (const Layout& layout : layouts) {
    if (layout.slots() > 5000) continue;  // the reader is slow, and 128 x 64 adds no case
    SceneStyle style;
    style.arrangement = number % 2 == 0 ? Arrangement::SideBySide : Arrangement::Stacked;
    style.transparent = number % 3 == 0;
    style.title = number % 5 != 0;
    const std::string name = std::to_string(number++);
    svg_write(folder / (name + ".svg"), to_svg(layout, style));
    svg_write(folder / (name + ".json"), to_json(layout));
  }
  ASSERT_GT(number, 90);
  const std::string command = std::string(TCVIZ_PYTHON) + " " + TCVIZ_CHECK_SVG + " " + folder.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
}

// What the SVG draws of the cell of a slot in its first grid: the fill of the group that the cell stands in.
std::string fill_in_svg(const std::string& svg, Slot slot) {
  const std::string cell = "data-tid=\"" + std::to_string(slot.tid) + "\" data-i=\"" + std::to_string(slot.i) + "\"";
  const std::size_t group = svg.rfind("<g fill=\"", svg.find(cell));
  return svg.substr(group + 9, svg.find('"', group + 9) - group - 9);
}

std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// A wrong cell is grey with a red frame; a right one and one that is not checked look as ever.
TEST(Svg, TheMarksOfACheckAreDrawn) {
  const Layout layout = figures::wrapped({2, 2, 2, 2}, "test.small");
  SceneStyle style;
  style.marks = {CellMark::Right, CellMark::Wrong, CellMark::None, CellMark::Right};
  const std::string svg = to_svg(layout, style), plain = to_svg(layout, {});
  const std::size_t begin = svg.find("<path class=\"differs\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string frames = svg.substr(begin, svg.find("/>", begin) - begin);
  EXPECT_NE(frames.find("fill=\"#d21e2d\""), std::string::npos) << frames;
  EXPECT_EQ(occurrences(frames, "M"), 2U * 4) << frames;  // in two grids: four lines around one cell
  EXPECT_EQ(occurrences(svg, "class=\"differs\""), 1U);
  EXPECT_EQ(occurrences(plain, "class=\"differs\""), 0U);
  for (const Slot slot : {Slot{0, 0}, Slot{1, 0}, Slot{1, 1}})
    EXPECT_EQ(fill_in_svg(svg, slot), fill_in_svg(plain, slot)) << slot.tid << ' ' << slot.i;
  const std::string grey = fill_in_svg(svg, {0, 1});
  ASSERT_EQ(grey.size(), 7U) << grey;
  EXPECT_EQ(grey.substr(1, 2), grey.substr(3, 2));
  EXPECT_EQ(grey.substr(3, 2), grey.substr(5, 2));
  EXPECT_NE(grey, fill_in_svg(plain, {0, 1}));
}

TEST(Svg, IsReadBackAsTheLayoutItWasMadeFrom) {
  const TemporaryFolder folder;
  std::vector<Layout> layouts = figures::all();
  layouts.push_back(figures::nasty());
  for (const Layout& layout : layouts) {
    SCOPED_TRACE(figures::describe(layout));
    svg_write(folder / "figure.svg", to_svg(layout, {}));
    const Result<std::vector<Layout>> back = layouts_in_file(folder / "figure.svg");
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(back.value().size(), 1u);
    EXPECT_TRUE(back.value()[0].same_map(layout));
    EXPECT_EQ(back.value()[0].kind(), layout.kind());
    EXPECT_EQ(back.value()[0].provenance(), layout.provenance());
  }
}

TEST(Svg, EveryRecordedLayoutSurvives) {
  const Result<std::vector<Layout>> recorded = layouts_in_file(TCVIZ_RECORDED_FILE);
  ASSERT_TRUE(recorded) << recorded.error().message;
  ASSERT_FALSE(recorded.value().empty());
  figures::DistinctCells distinct;
  for (const Layout& layout : recorded.value()) {
    if (layout.slots() > 512 || !distinct.takes(layout)) continue;  // thousands of cells each, like the others
    const Result<std::vector<Layout>> back = layouts_in_text(to_svg(layout, {}));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back.value()[0].same_map(layout)) << layout.kind();
  }
}

// XML has no place for these codes, JSON has: they come back from what is carried, and are replaced where they are
// shown.
TEST(Svg, CodesThatAreNoCharactersMakeNoBrokenXml) {
  LayoutData data = samples::data_of({1, 1, 1, 1}, {0});
  data.provenance.device = "a\xEF\xBF\xBE\xEF\xBF\xBF z";
  data.provenance.note = "bell \x07 and escape \x1b";
  const Layout layout = samples::make(std::move(data));
  const std::string svg = to_svg(layout, {});
  const std::string read = first_error(svg);  // it is XML, and its text is what a layout file may not hold
  EXPECT_NE(read.find("provenance.device: holds a control character"), std::string::npos) << read;
  for (const std::string code : {"\xEF\xBF\xBE", "\xEF\xBF\xBF", "\x07", "\x1b"})
    EXPECT_EQ(svg.find(code), std::string::npos);
}

TEST(FigureReader, DoesNotFollowElementsWithoutAnEnd) {
  std::string svg = "<svg>";
  for (int n = 0; n < 100'000; ++n) svg += "<g>";
  EXPECT_NE(first_error(svg).find("more than 1000 elements inside each other"), std::string::npos) << first_error(svg);
}

TEST(Svg, IsSmall) { EXPECT_LT(to_svg(figures::wrapped({16, 16, 32, 8}, "x"), {}).size(), 74'000u); }

// Inkscape and others write CDATA as escaped text, add a prefix and elements of their own.
TEST(FigureReader, ReadsWhatAnEditorMadeOfAFigure) {
  const std::string svg =
      "\xEF\xBB\xBF<?xml version='1.0' encoding='UTF-8'?>\n<!-- <metadata>no</metadata> -->\n"
      "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:metadata><rdf xmlns='r'>tcviz-layout/9</rdf></svg:metadata>"
      "<svg:g><svg:metadata id='other'>{&quot;format&quot;: &quot;tcviz-layout/1&quot;, \"kind\": \"a.b\", "
      "\"rows\": 1, \"cols\": 2, \"threads\": 1, \"values\": 2, \"element_bits\": 32, \"replication\": 1, "
      "\"provenance\": {\"source\": \"published\", \"device\": \"a &lt;&amp; b\", \"reference\": \"r\"}, <rdf "
      "xmlns='r'>nothing of "
      "ours</rdf> \"map\": [&#49;, 0]}"
      "</svg:metadata></svg:g></svg:svg>";
  const Result<std::vector<Layout>> layouts = layouts_in_text(svg);
  ASSERT_TRUE(layouts) << layouts.error().message;
  EXPECT_EQ(layouts.value()[0].provenance().device, "a <& b");
  EXPECT_EQ(layouts.value()[0].element({0, 0}), (Element{0, 1}));
}

TEST(FigureReader, RefusesWithAReason) {
  const auto says = [](const std::string& bytes, const std::string& part) {
    const std::string message = first_error(bytes);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says("", "empty");
  says(" \n\t", "empty");
  says("<html><body/></html>", "not SVG");
  says("<svg xmlns='http://www.w3.org/2000/svg'/>", "holds no layout");
  says("<svg><metadata>something else</metadata></svg>", "holds no layout");
  says("<svg><metadata>{\"format\": \"tcviz-layout/1\"}</metadata></svg>", "the layout in <metadata>: ");
  says("<svg><metadata>tcviz-layout/1 but no JSON</metadata></svg>", "the layout in <metadata>: ");
  says("<svg><metadata></svg>", "line 1, column ");
  says("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>", "entities");
  says(std::string("<svg>\0</svg>", 12), "not well-formed");
  says("not a layout", "");
}

TEST(FigureReader, NoPartOfAFigureIsTakenForTheWhole) {
  const std::string svg = to_svg(figures::wrapped({4, 4, 8, 2}, "x"), {});
  const std::size_t end = svg.rfind("</svg>") + 5;  // without the last '>' it is no XML
  for (std::size_t length = 0; length <= end; length += 7) {
    ASSERT_FALSE(layouts_in_text(svg.substr(0, length))) << length;
  }
}

TEST(FigureReader, NamesTheFile) {
  const TemporaryFolder folder;
  const auto missing = layouts_in_file(folder / "missing.svg");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("missing.svg"), std::string::npos);
  svg_write(folder / "broken.svg", "<svg>");
  const auto broken = layouts_in_file(folder / "broken.svg");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("broken.svg: line 1"), std::string::npos) << broken.error().message;
  EXPECT_EQ(broken.error().fault, Fault::BadInput);
}

TEST(FigureReader, ReadsLayoutFilesWhateverTheirName) {
  const TemporaryFolder folder;
  const Layout layout = figures::wrapped({4, 4, 8, 2}, "x");
  svg_write(folder / "layout.svg", to_json(layout));
  const auto layouts = layouts_in_file(folder / "layout.svg");
  ASSERT_TRUE(layouts) << layouts.error().message;
  EXPECT_TRUE(layouts.value()[0].same_map(layout));
}

}  // namespace
}  // namespace tcviz
