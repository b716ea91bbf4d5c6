// Figures as SVG: held against the layout by a reader that shares no code with the writer, and read back.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/export/export.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/export/figures_of.hpp"
#include "tests/export/temporary_folder.hpp"

namespace tcviz {
namespace {

void write(const std::filesystem::path& path, const std::string& bytes) {
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
    write(folder / (name + ".svg"), to_svg(layout, style));
    write(folder / (name + ".json"), to_json(layout));
  }
  ASSERT_GT(number, 90);
  const std::string command = std::string(TCVIZ_PYTHON) + " " + TCVIZ_CHECK_SVG + " " + folder.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Svg, TheMarksOfACheckAreDrawn) {
  const Layout layout = figures::wrapped({2, 2, 2, 2}, "test.small");
  SceneStyle style;
  style.marks = {CellMark::Right, CellMark::Wrong, CellMark::None, CellMark::Right};
  const std::string svg = to_svg(layout, style);
  const std::size_t begin = svg.find("stroke-linecap=\"round\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string group = svg.substr(begin, svg.find("</g>", begin) - begin);
  std::size_t paths = 0;
  for (std::size_t at = group.find("<path"); at != std::string::npos; at = group.find("<path", at + 1)) ++paths;
  EXPECT_EQ(paths, 2U * (2 + 4 + 2));  // in two grids: a tick has two strokes, a cross on its ringed disc four
  EXPECT_EQ(to_svg(layout, {}).find("stroke-linecap"), std::string::npos);
}

TEST(Svg, IsReadBackAsTheLayoutItWasMadeFrom) {
  const TemporaryFolder folder;
  std::vector<Layout> layouts = figures::all();
  layouts.push_back(figures::nasty());
  for (const Layout& layout : layouts) {
    SCOPED_TRACE(figures::describe(layout));
    write(folder / "figure.svg", to_svg(layout, {}));
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
  for (const Layout& layout : recorded.value()) {
    const Result<std::vector<Layout>> back = layouts_in_text(to_svg(layout, {}));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back.value()[0].same_map(layout)) << layout.kind();
  }
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
  says("<html><body/></html>", "no SVG");
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
  write(folder / "broken.svg", "<svg>");
  const auto broken = layouts_in_file(folder / "broken.svg");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("broken.svg: line 1"), std::string::npos) << broken.error().message;
  EXPECT_EQ(broken.error().fault, Fault::BadInput);
}

TEST(FigureReader, ReadsLayoutFilesWhateverTheirName) {
  const TemporaryFolder folder;
  const Layout layout = figures::wrapped({4, 4, 8, 2}, "x");
  write(folder / "layout.svg", to_json(layout));
  const auto layouts = layouts_in_file(folder / "layout.svg");
  ASSERT_TRUE(layouts) << layouts.error().message;
  EXPECT_TRUE(layouts.value()[0].same_map(layout));
}

}  // namespace
}  // namespace tcviz
