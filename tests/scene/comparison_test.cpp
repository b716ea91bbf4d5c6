// Differences are marked: the marks are compared with a second way to find them, slot by slot.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "app/scene/easel/palette.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/words.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using Owners = std::map<std::pair<int, int>, std::set<std::pair<int, int>>>;  // (row, col) -> (tid, i)

Owners owners_of(const Layout& layout) {
  Owners owners;
  for (int tid = 0; tid < layout.threads(); ++tid) {
    for (int i = 0; i < layout.values(); ++i) {
      const int linear = layout.map()[static_cast<std::size_t>(tid * layout.values() + i)];
      if (linear >= 0) owners[{linear / layout.cols(), linear % layout.cols()}].insert({tid, i});
    }
  }
  return owners;
}

Scene compared(const Layout& left, const Layout& right, SceneStyle style = {}) {
  style.view = ViewMode::Comparison;
  const std::vector<const Layout*> layouts{&left, &right};
  return build_scene(SceneLayouts(layouts), style);
}

std::string last_caption(const Scene& scene) {
  std::string text;
  bool provenance = true;
  for (const Text& t : scene.texts) {
    if (t.role == TextRole::CellLabel) provenance = false;
    if (t.role == TextRole::Caption && !provenance) text += (text.empty() ? "" : " ") + t.text;
  }
  return text;
}

void check(const Layout& left, const Layout& right) {
  const std::vector<const Layout*> layouts{&left, &right};
  const std::vector<Owners> owners{owners_of(left), owners_of(right)};
  std::set<std::pair<int, int>> all, different, alone;
  for (std::size_t side : {0u, 1u}) {
    for (const auto& [element, slots] : owners[side]) {
      all.insert(element);
      const auto there = owners[1 - side].find(element);
      if (there == owners[1 - side].end()) alone.insert(element);
      if (there == owners[1 - side].end() || there->second != slots) different.insert(element);
    }
  }
  const Scene scene = compared(left, right);
  const bool frames_agreeing = 2 * different.size() > all.size();
  for (const CellPart& cell : scene.cells) {
    ASSERT_EQ(cell.framed, different.contains({cell.row, cell.col}) != frames_agreeing) << cell.row << ',' << cell.col;
    ASSERT_FALSE(cell.faded);
  }
  const std::string said = last_caption(scene);
  const std::string expected = different.empty() ? "equal: all " + std::to_string(all.size()) + " element"
                                                 : std::to_string(different.size() - alone.size()) + " of " +
                                                       std::to_string(all.size() - alone.size()) + " element";
  EXPECT_EQ(said.substr(0, expected.size()), expected);
}

TEST(Comparison, MarksAreThoseOfASearchThroughAllSlots) {
  std::mt19937 random(17);
  for (const samples::Sizes& sizes : {samples::Sizes{16, 16, 32, 8}, {8, 4, 32, 2}, {3, 5, 7, 4}, {4, 4, 1, 16}}) {
    const auto make = [&](std::vector<std::int32_t> map) {
      return samples::make(samples::data_of(sizes, std::move(map)));
    };
    const std::vector<std::int32_t> map = samples::random_map(sizes, random);
    check(make(map), make(map));
    check(make(map), make(samples::random_map(sizes, random)));
    std::vector<std::int32_t> swapped = map;
    std::swap(swapped.front(), swapped.back());
    check(make(map), make(swapped));
  }
}

TEST(Comparison, LayoutsOfOtherSizesDifferWhereTheyDoNotMeet) {
  const Layout small = figures::wrapped({4, 4, 8, 2}, "x"), wide = figures::wrapped({4, 6, 8, 3}, "y");
  const Layout tall = figures::wrapped({9, 3, 9, 6}, "z");
  check(small, wide);
  check(wide, tall);
  check(tall, small);
  EXPECT_NE(last_caption(compared(small, wide)).find("8 elements only in y"), std::string::npos);
  const std::string both = last_caption(compared(wide, tall));
  EXPECT_EQ(both.find("12 of 12 elements in both have moved \u00b7"), 0U) << both;  // none is left to be framed
  EXPECT_NE(both.find("12 elements only in y"), std::string::npos) << both;
  EXPECT_NE(both.find("15 elements only in z"), std::string::npos) << both;
}

// The same element in the same slot number, but threads with other numbers of values: another owner.
TEST(Comparison, SlotsAreThreadsAndValuesNotNumbers) {
  const Layout a = figures::wrapped({2, 4, 4, 2}, "x"), b = figures::wrapped({2, 4, 2, 4}, "x");
  check(a, b);
  const Scene scene = compared(a, b);
  EXPECT_EQ(std::ranges::count_if(scene.cells, &CellPart::framed), 2 * 2);  // the two that agree
}

TEST(Comparison, SidesAreNamedByWhatTellsThemApart) {
  const auto names = [](const Layout& left, const Layout& right, SceneStyle style = {}) {
    std::vector<std::string> found;
    for (const Text& text : compared(left, right, style).texts) {
      const bool axis = text.text.find("column") != std::string::npos || text.text == "row";
      if (text.role == TextRole::AxisName && !axis) found.push_back(text.text);
    }
    return found;
  };
  const auto made = [](std::string kind, std::string device, std::string date) {
    LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
    data.kind = std::move(kind);
    data.provenance.device = std::move(device);
    data.provenance.date = std::move(date);
    return samples::make(std::move(data));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(made("a", "x", "1"), made("b", "x", "1")), (Names{"a", "b"}));
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1")), (Names{"probed on x", "probed on y"}));
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "x", "2"))[1], "probed on x, 2");
  const Names same = names(made("a", "x", "1"), made("a", "x", "1"));
  EXPECT_NE(same[0], same[1]);
  SceneStyle style;
  style.side_names = {"mine", ""};
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1"), style)[0], "mine");
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1"), style)[1], "probed on y");
}

// One header a side: the product and the architecture, wherever the layout comes from.
TEST(Comparison, HeadersAreProductAndArchitecture) {
  const auto headers = [](std::optional<std::string> device, std::optional<std::string> capability) {
    LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
    data.provenance.device = std::move(device);
    data.provenance.compute_capability = std::move(capability);
    const Layout layout = samples::make(std::move(data));
    std::vector<std::string> found;
    for (const Text& text : compared(layout, layout).texts)
      if (text.role == TextRole::GridTitle) found.push_back(text.text);
    EXPECT_EQ(found.size(), 2u);
    return found.front();
  };
  EXPECT_EQ(headers("NVIDIA H200", "9.0"), "H200 sm_90");
  EXPECT_EQ(headers("Tesla T4", "7.5"), "T4 sm_75");
  EXPECT_EQ(headers(std::nullopt, "7.0"), "V100 sm_70");
  EXPECT_EQ(headers("sm_80", "8.0"), "A100 sm_80");
  EXPECT_EQ(headers("NVIDIA X1", std::nullopt), "X1");
  EXPECT_EQ(headers(std::nullopt, std::nullopt), "probed");
}

// Cells that agree look as in any other view; with "only differences" they fade, and the others stay.
TEST(Comparison, CellsThatAgreeStayReadable) {
  const Layout left = figures::wrapped({4, 4, 8, 2}, "x");
  std::vector<std::int32_t> map(left.map().begin(), left.map().end());
  std::swap(map[0], map[9]);
  const Layout right = samples::make(samples::data_of({4, 4, 8, 2}, map));
  SceneStyle style;
  style.view = ViewMode::Combined;
  const Scene alone = build_scene(left, style), both = compared(left, right);
  style.only_differences = true;
  const Scene only = compared(left, right, style);
  ASSERT_EQ(both.cells.size(), 2 * alone.cells.size());
  for (std::size_t n = 0; n < alone.cells.size(); ++n) {
    EXPECT_EQ(both.cells[n].fill, alone.cells[n].fill);
    const int element = both.cells[n].row * left.cols() + both.cells[n].col;
    EXPECT_EQ(only.cells[n].faded, element != left.map()[0] && element != left.map()[9]);
  }
}

TEST(Comparison, TheLegendCountsBoth) {
  const Layout left = figures::wrapped({4, 4, 8, 2}, "x");
  std::vector<std::int32_t> map(left.map().begin(), left.map().end());
  std::swap(map[0], map[9]);
  const Scene scene = compared(left, samples::make(samples::data_of({4, 4, 8, 2}, map)));
  std::vector<std::string> legend;
  for (const Text& text : scene.texts)
    if (text.role == TextRole::Legend) legend.push_back(text.text);
  EXPECT_EQ(std::ranges::count(legend, "agree 14"), 1);
  EXPECT_EQ(std::ranges::count(legend, "differ 2"), 1);
  EXPECT_EQ(std::ranges::count_if(scene.swatches, &Swatch::framed), 1);
}

// The fewer ones have frames, and legend and caption say which: of 16 elements any number may differ.
TEST(Comparison, FramesAreOfTheFewer) {
  const Layout left = figures::wrapped({4, 4, 8, 2}, "x");
  for (int moved = 0; moved <= 16; moved += moved == 0 ? 2 : 1) {
    std::vector<std::int32_t> map(left.map().begin(), left.map().end());
    std::rotate(map.begin(), map.begin() + (moved > 0), map.begin() + moved);
    const Scene scene = compared(left, samples::make(samples::data_of({4, 4, 8, 2}, map)));
    const bool agreeing = moved > 8;
    const int framed = agreeing ? 16 - moved : moved;
    EXPECT_EQ(std::ranges::count_if(scene.cells, &CellPart::framed), 2 * framed) << moved;
    const auto is_moved = [&](const CellPart& cell) {
      return std::ranges::count(left.map().begin(), left.map().begin() + moved, cell.row * left.cols() + cell.col) > 0;
    };
    for (const CellPart& cell : scene.cells) EXPECT_EQ(cell.framed, is_moved(cell) != agreeing) << moved;
    const auto swatch = std::ranges::find_if(scene.swatches, &Swatch::framed);
    ASSERT_NE(swatch, scene.swatches.end());
    const auto beside = std::ranges::find_if(scene.texts, [&](const Text& text) {  // the first to the right of it
      return text.role == TextRole::Legend && text.y > swatch->rect.y && text.x > swatch->rect.x;
    });
    EXPECT_EQ(beside->text, agreeing ? fmt::format("agree {}", framed) : fmt::format("differ {}", framed));
    const std::string says = moved == 0    ? "equal: all 16 elements have the same owners in both"
                             : !agreeing   ? fmt::format("{} of 16 elements differ (framed)", moved)
                             : framed == 0 ? "16 of 16 elements differ"
                             : framed == 1
                                 ? "15 of 16 elements differ; the one that agrees is framed"
                                 : fmt::format("{} of 16 elements differ; the {} that agree are framed", moved, framed);
    EXPECT_EQ(last_caption(scene), says);
  }
}

// Seen beside the paper, whatever the cell's own colour.
TEST(Comparison, FramesAreSeenOnEveryGround) {
  const Layout left = figures::wrapped({4, 4, 8, 2}, "x");
  std::vector<std::int32_t> map(left.map().begin(), left.map().end());
  std::swap(map[0], map[9]);
  const Layout right = samples::make(samples::data_of({4, 4, 8, 2}, map));
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    SceneStyle style;
    style.theme = theme;
    const Scene scene = compared(left, right, style);
    ASSERT_TRUE(std::ranges::any_of(scene.cells, &CellPart::framed));
    for (const CellPart& cell : scene.cells) {
      const bool seen = contrast_ratio(frame_color(cell, scene.background), scene.background) >= 4.5;
      ASSERT_TRUE(seen || !cell.framed);
    }
  }
}

// A frame is a ring of four strips that neither overlap nor leave the cell.
TEST(Comparison, AFrameLiesInsideItsCell) {
  for (const Rect cell : {Rect{3, 4, 40, 20}, Rect{0, 0, 4, 4}, Rect{1, 1, 300, 9}}) {
    const float width = difference_frame(cell);
    EXPECT_LE(width, 2);
    const auto lines = frame_lines(cell, width);
    float area = 0;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      area += lines[n].w * lines[n].h;
      EXPECT_TRUE(boxes::inside(cell, lines[n]));
      for (std::size_t m = 0; m < n; ++m) EXPECT_FALSE(boxes::overlap(lines[n], lines[m]));
    }
    EXPECT_NEAR(area, cell.w * cell.h - (cell.w - 2 * width) * (cell.h - 2 * width), 0.01);
  }
}

}  // namespace
}  // namespace tcviz
