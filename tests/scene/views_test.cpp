// The geometry of every view: nothing overlaps, nothing leaves the picture, every label has room, and what belongs
// together is lined up.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/scene/grid/grid_scene.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using boxes::box_of;
using boxes::for_each_scene;
using boxes::inside;
using boxes::overlap;
using Layouts = std::vector<const Layout*>;

TEST(Views, EverythingLiesInsideThePicture) {
  for_each_scene([](const Layouts&, const SceneStyle&, const Scene& scene) {
    const Rect picture{0, 0, scene.width, scene.height};
    for (const GridFrame& frame : scene.grids) EXPECT_TRUE(inside(picture, frame.lines));
    for (const Swatch& swatch : scene.swatches) ASSERT_TRUE(inside(picture, swatch.rect));
    for (const Text& text : scene.texts) ASSERT_TRUE(inside(picture, box_of(text))) << text.text;
    for (const Arrow& arrow : scene.arrows) {
      for (const Point& point : arrow_points(arrow)) ASSERT_TRUE(picture.contains(point.x, point.y));
    }
  });
}

TEST(Views, WordsTouchNeitherEachOtherNorTheGridsNorTheLegend) {
  for_each_scene([](const Layouts&, const SceneStyle&, const Scene& scene) {
    std::vector<Rect> taken;
    for (const GridFrame& frame : scene.grids) {
      for (const Rect& other : taken) ASSERT_FALSE(overlap(frame.lines, other));
      taken.push_back(frame.lines);
    }
    const std::size_t grids = taken.size();
    std::vector<Rect> swatches;  // those of the legend: a slot without an element has one inside its grid
    for (const Swatch& swatch : scene.swatches) {
      const bool in_grid = std::any_of(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(grids),
                                       [&](const Rect& grid) { return inside(grid, swatch.rect); });
      if (!in_grid) swatches.push_back(swatch.rect);
    }
    for (std::size_t n = 1; n < swatches.size(); ++n) ASSERT_FALSE(overlap(swatches[n - 1], swatches[n]));
    for (const Text& text : scene.texts) {
      if (text.role == TextRole::CellLabel) continue;
      const Rect box = box_of(text);
      if (std::ranges::any_of(swatches, [&](const Rect& s) { return inside(s, box); })) continue;
      for (const Rect& other : taken) ASSERT_FALSE(overlap(box, other)) << text.text;
      for (const Rect& swatch : swatches) ASSERT_FALSE(overlap(box, swatch)) << text.text;
      taken.push_back(box);
    }
  });
}

TEST(Views, EveryCellHasItsLabelInsideAndLinesApart) {
  for_each_scene([](const Layouts&, const SceneStyle& style, const Scene& scene) {
    const auto labels = boxes::labels_of(scene);
    for (std::size_t n = 0; n < labels.size(); ++n) {
      ASSERT_GE(labels[n].size(), 1u);
      ASSERT_LE(labels[n].size(), 2u);
      if (labels[n].size() == 2) {
        ASSERT_FALSE(overlap(box_of(*labels[n][0]), box_of(*labels[n][1])));
      }
      if (style.cell >= 16) {
        ASSERT_GE(labels[n][0]->size, 8);
      }
    }
  });
}

// Every slot with an element, once in each grid of its layout.
TEST(Views, EverySlotIsDrawnOnceInEachGrid) {
  for_each_scene([](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    std::vector<std::set<int>> drawn(scene.grids.size());
    for (const CellPart& cell : scene.cells) {
      const Layout& layout = *layouts[scene.grids[cell.grid].layout];
      ASSERT_EQ(layout.map()[static_cast<std::size_t>(cell.slot)], cell.row * layout.cols() + cell.col);
      ASSERT_TRUE(drawn[cell.grid].insert(cell.slot).second);
    }
    for (std::size_t grid = 0; grid < drawn.size(); ++grid) {
      const Layout& layout = *layouts[scene.grids[grid].layout];
      const auto held = layout.slots() - std::ranges::count(layout.map(), no_element);
      ASSERT_EQ(static_cast<std::ptrdiff_t>(drawn[grid].size()), held);
    }
  });
}

TEST(Views, CellsOfAGridDoNotOverlapAndLieInIt) {
  for_each_scene([](const Layouts&, const SceneStyle&, const Scene& scene) {
    for (std::size_t n = 0; n < scene.cells.size(); ++n) {
      const CellPart& cell = scene.cells[n];
      ASSERT_TRUE(inside(scene.grids[cell.grid].cells, cell.rect));
      // Cells come in reading order, so the next ones are the nearest.
      for (std::size_t m = n + 1; m < std::min(scene.cells.size(), n + 20); ++m) {
        if (scene.cells[m].grid == cell.grid) {
          ASSERT_FALSE(overlap(cell.rect, scene.cells[m].rect));
        }
      }
    }
  });
}

TEST(Views, GridsAreWhatTheViewSays) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const auto channels = [&](ViewMode view, Layouts layouts) {
    SceneStyle style;
    style.view = view;
    std::vector<std::pair<Channel, int>> found;
    for (const GridFrame& frame : build_scene(SceneLayouts(layouts), style).grids) {
      found.emplace_back(frame.channel, frame.layout);
    }
    return found;
  };
  using Found = std::vector<std::pair<Channel, int>>;
  EXPECT_EQ(channels(ViewMode::Grids, {&layout}), (Found{{Channel::Thread, 0}, {Channel::Register, 0}}));
  EXPECT_EQ(channels(ViewMode::Combined, {&layout}), (Found{{Channel::Both, 0}}));
  EXPECT_EQ(channels(ViewMode::Threads, {&layout}), (Found{{Channel::Slots, 0}}));
  EXPECT_EQ(channels(ViewMode::Comparison, {&layout, &layout}), (Found{{Channel::Both, 0}, {Channel::Both, 1}}));
  EXPECT_EQ(channels(ViewMode::Product, boxes::product("wmma.m16n16k16.acc.f32")),
            (Found{{Channel::Both, 0}, {Channel::Both, 1}, {Channel::Both, 2}}));
}

TEST(Views, AViewOfSeveralLayoutsFallsBackWhereThereIsOne) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  for (const ViewMode view : {ViewMode::Product, ViewMode::Comparison}) {
    SceneStyle style;
    style.view = view;
    EXPECT_EQ(build_scene(layout, style).grids.size(), 2u);
  }
}

TEST(Threads, RowsAreThreadsAndColumnsAreValues) {
  for (const auto& [kind, layout] : boxes::recorded()) {
    SceneStyle style;
    style.view = ViewMode::Threads;
    const Scene scene = build_scene(layout, style);
    const GridFrame& frame = scene.grids.front();
    EXPECT_EQ(frame.rows, layout.threads()) << kind;
    EXPECT_EQ(frame.cols, layout.values()) << kind;
    for (const CellPart& cell : scene.cells) {
      const int tid = cell.slot / layout.values(), i = cell.slot % layout.values();
      ASSERT_NEAR(cell.rect.x, frame.cells.x + static_cast<float>(i) * frame.cell_w, boxes::slack) << kind;
      ASSERT_NEAR(cell.rect.y, frame.cells.y + static_cast<float>(tid) * frame.cell_h, boxes::slack) << kind;
    }
  }
}

// A register's name stands above the middle of the values that it holds: 32 / bits of them, or one in several
// registers.
TEST(Threads, RegistersStandAboveTheirValues) {
  for (const auto& [kind, layout] : boxes::recorded()) {
    SceneStyle style;
    style.view = ViewMode::Threads;
    const Scene scene = build_scene(layout, style);
    const GridFrame& frame = scene.grids.front();
    const int bits = layout.element_bits(), together = std::max(1, 32 / bits);
    int found = 0;
    for (const Text& text : scene.texts) {
      if (text.role != TextRole::AxisNumber || text.text.front() != 'R') continue;
      const int number = std::stoi(text.text.substr(1)), first = bits > 32 ? number / 2 : number * together;
      const int last = std::min(first + together, layout.values());
      const float middle = frame.cells.x + static_cast<float>(first + last) / 2 * frame.cell_w - frame.gap / 2;
      EXPECT_NEAR(text.x, middle, 0.6) << kind << ' ' << text.text;
      if (bits > 32) {
        EXPECT_EQ(text.text, fmt::format("R{}..R{}", number, number + 1));
      }
      ++found;
    }
    EXPECT_EQ(found, (layout.values() + together - 1) / together) << kind;
  }
}

TEST(Threads, ASlotWithoutAnElementIsLeftEmpty) {
  const Layout layout = samples::make(samples::data_of({1, 2, 2, 2}, {0, no_element, no_element, 1}));
  SceneStyle style;
  style.view = ViewMode::Threads;
  const Scene scene = build_scene(layout, style);
  ASSERT_EQ(scene.cells.size(), 2u);
  const GridFrame& frame = scene.grids.front();
  const Rect hole{frame.cells.x + frame.cell_w, frame.cells.y, frame.cell_w - frame.gap, frame.cell_h - frame.gap};
  const auto fills = [&](const Swatch& s) { return s.rect == hole && s.fill == scene.background; };
  EXPECT_EQ(std::ranges::count_if(scene.swatches, fills), 1);
  EXPECT_FALSE(hit_test(scene, layout, hole.x + 3, hole.y + 3));
}

TEST(ProductView, DimensionsAreLinedUpForEveryKind) {
  int tried = 0;
  for (const auto& [kind, unused] : boxes::recorded()) {
    const Layouts layouts = boxes::product(kind);
    if (!kind.starts_with("wmma.")) continue;  // others may lack an operand, or stack four products
    ASSERT_EQ(layouts.size(), 3u) << kind;
    for (const SceneStyle& style : boxes::styles_of(ViewMode::Product)) {
      const Scene scene = build_scene(SceneLayouts(layouts), style);
      ASSERT_EQ(scene.grids.size(), 3u);
      const GridFrame &a = scene.grids[0], &b = scene.grids[1], &c = scene.grids[2];
      EXPECT_EQ(a.cells.y, c.cells.y) << kind;  // m
      EXPECT_EQ(a.cell_h, c.cell_h) << kind;
      EXPECT_EQ(a.rows, c.rows) << kind;
      EXPECT_EQ(b.cells.x, c.cells.x) << kind;  // n
      EXPECT_EQ(b.cell_w, c.cell_w) << kind;
      EXPECT_EQ(b.cols, c.cols) << kind;
      EXPECT_EQ(a.cell_w, b.cell_h) << kind;  // k
      EXPECT_EQ(a.cells.w, b.cells.h) << kind;
      EXPECT_LT(a.cells.x + a.cells.w, c.cells.x) << kind;
      EXPECT_LT(b.cells.y + b.cells.h, c.cells.y) << kind;
      ++tried;
    }
  }
  EXPECT_GE(tried, 75 * 16);
}

TEST(ProductView, NamesAllThreeOperandsAndTheirAxes) {
  for (const auto& [kind, unused] : boxes::recorded()) {
    const Layouts layouts = boxes::product(kind);
    if (!kind.starts_with("wmma.")) continue;
    SceneStyle style;
    style.view = ViewMode::Product;
    const Scene scene = build_scene(SceneLayouts(layouts), style);
    std::vector<std::string> names;
    for (const Text& text : scene.texts) {
      if (text.role == TextRole::AxisName) names.push_back(text.text);
    }
    for (const Layout* layout : layouts) EXPECT_EQ(std::ranges::count(names, layout->kind()), 1) << kind;
    for (const auto& [name, times] : {std::pair{"m", 2}, {"k", 1}, {"k (column)", 1}, {"n (column)", 2}}) {
      EXPECT_EQ(std::ranges::count(names, name), times) << kind << ' ' << name;
    }
    const auto is_name = [](const Text& t) { return t.role == TextRole::Legend && t.text == "tid"; };
    EXPECT_EQ(std::ranges::count_if(scene.texts, is_name), 1) << kind;
  }
}

}  // namespace
}  // namespace tcviz
