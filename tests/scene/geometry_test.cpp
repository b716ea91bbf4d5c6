// Where things lie: nothing overlaps, nothing leaves the picture, every label has room, every owner has a part.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz {
namespace {

constexpr float slack = 1e-2f;

bool inside(const Rect& outer, const Rect& inner) {
  return inner.x >= outer.x - slack && inner.y >= outer.y - slack && inner.x + inner.w <= outer.x + outer.w + slack &&
         inner.y + inner.h <= outer.y + outer.h + slack;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x + a.w > b.x + slack && b.x + b.w > a.x + slack && a.y + a.h > b.y + slack && b.y + b.h > a.y + slack;
}

Rect box_of(const Text& text) {
  const float w = text_width(text.text, text.face, text.size), h = text.size;
  const float left = text.align == Align::Left ? text.x : text.align == Align::Center ? text.x - w / 2 : text.x - w;
  return {left, text.y - h / 2, w, h};
}

std::vector<SceneStyle> styles() {
  std::vector<SceneStyle> all;
  for (const float cell : {28.0f, 8.0f, 40.0f}) {
    for (const Arrangement arrangement : {Arrangement::SideBySide, Arrangement::Stacked}) {
      for (const bool title : {true, false}) {
        SceneStyle style;
        style.arrangement = arrangement;
        style.cell = cell;
        style.title = title;
        all.push_back(std::move(style));
      }
    }
  }
  return all;
}

// Every style for small layouts, two for the large ones: their 64 x 256 cells are checked one by one.
template <class Check>
void for_each_scene(Check check) {
  const std::vector<SceneStyle> every = styles();
  for (const Layout& layout : figures::all()) {
    const bool large = layout.slots() > 4096;
    for (std::size_t n = 0; n < every.size(); n += large ? 5 : 1) {
      SCOPED_TRACE(figures::describe(layout) + ", style " + std::to_string(n));
      check(layout, build_scene(layout, every[n]));
    }
  }
}

TEST(Geometry, EverySlotIsDrawnOnceInEachGridAtItsElement) {
  for_each_scene([](const Layout& layout, const Scene& scene) {
    std::map<std::pair<int, int>, std::pair<int, int>> expected;  // grid, slot -> row, col
    for (int slot = 0; slot < layout.slots(); ++slot) {
      const std::int32_t linear = layout.map()[static_cast<std::size_t>(slot)];
      if (linear == no_element) continue;
      for (int grid : {0, 1}) expected[{grid, slot}] = {linear / layout.cols(), linear % layout.cols()};
    }
    std::map<std::pair<int, int>, std::pair<int, int>> drawn;
    for (const CellPart& cell : scene.cells) {
      EXPECT_TRUE(drawn.try_emplace({cell.grid, cell.slot}, std::pair<int, int>{cell.row, cell.col}).second);
    }
    EXPECT_TRUE(drawn == expected);
  });
}

TEST(Geometry, PartsLieInTheirCellAndFillItWithoutOverlap) {
  for_each_scene([](const Layout&, const Scene& scene) {
    std::map<std::tuple<int, int, int>, std::vector<Rect>> parts;
    for (const CellPart& cell : scene.cells) parts[{cell.grid, cell.row, cell.col}].push_back(cell.rect);
    for (const auto& [place, rects] : parts) {
      const auto& [grid, row, col] = place;
      const GridFrame& frame = scene.grids[static_cast<std::size_t>(grid)];
      const Rect filled{frame.cells.x + static_cast<float>(col) * frame.cell_w,
                        frame.cells.y + static_cast<float>(row) * frame.cell_h, frame.cell_w - frame.gap,
                        frame.cell_h - frame.gap};
      double area = 0;
      for (std::size_t a = 0; a < rects.size(); ++a) {
        area += rects[a].w * rects[a].h;
        ASSERT_TRUE(inside(filled, rects[a]));
        for (std::size_t b = a + 1; b < std::min(rects.size(), a + 70); ++b) ASSERT_FALSE(overlap(rects[a], rects[b]));
      }
      ASSERT_NEAR(area, filled.w * filled.h, 1e-4 * area);
    }
  });
}

TEST(Geometry, EveryLabelHasRoomInItsPartAndSaysItsNumber) {
  for_each_scene([](const Layout& layout, const Scene& scene) {
    std::vector<const Text*> labels;
    for (const Text& text : scene.texts) {
      if (text.role == TextRole::CellLabel) labels.push_back(&text);
    }
    ASSERT_EQ(labels.size(), scene.cells.size());
    for (std::size_t n = 0; n < labels.size(); ++n) {
      const CellPart& cell = scene.cells[n];
      ASSERT_TRUE(inside(cell.rect, box_of(*labels[n]))) << labels[n]->text;
      const bool threads = scene.grids[cell.grid].channel == Channel::Thread;
      const int number = threads ? cell.slot / layout.values() : cell.slot % layout.values();
      ASSERT_EQ(labels[n]->text, std::to_string(number));
      ASSERT_EQ(labels[n]->color, label_color(cell.fill));
      const GridFrame& frame = scene.grids[cell.grid];  // smaller cells show their labels when one zooms in
      const bool shows_at_once = (frame.cell_h - frame.gap) / static_cast<float>(frame.parts_y) >= 10;
      ASSERT_GE(labels[n]->size, shows_at_once ? 8 : 0.5);
    }
  });
}

TEST(Geometry, EverythingLiesInsideThePicture) {
  for_each_scene([](const Layout&, const Scene& scene) {
    const Rect picture{0, 0, scene.width, scene.height};
    for (const GridFrame& frame : scene.grids) EXPECT_TRUE(inside(picture, frame.lines));
    for (const Swatch& swatch : scene.swatches) ASSERT_TRUE(inside(picture, swatch.rect));
    for (const Text& text : scene.texts) ASSERT_TRUE(inside(picture, box_of(text))) << text.text;
    for (const Arrow& arrow : scene.arrows) {
      for (const Point& point : arrow_points(arrow)) {
        EXPECT_TRUE(point.x >= 0 && point.y >= 0 && point.x <= scene.width && point.y <= scene.height);
      }
    }
  });
}

TEST(Geometry, WordsTouchNeitherEachOtherNorTheGridsNorTheLegend) {
  for_each_scene([](const Layout&, const Scene& scene) {
    std::vector<Rect> taken;
    for (const GridFrame& frame : scene.grids) taken.push_back(frame.lines);
    for (const Text& text : scene.texts) {
      if (text.role == TextRole::CellLabel) continue;
      const Rect box = box_of(text);
      const bool in_swatch = std::ranges::any_of(scene.swatches, [&](const Swatch& s) { return inside(s.rect, box); });
      if (in_swatch) continue;
      for (const Rect& other : taken) ASSERT_FALSE(overlap(box, other)) << text.text;
      for (const Swatch& swatch : scene.swatches) ASSERT_FALSE(overlap(box, swatch.rect)) << text.text;
      taken.push_back(box);
    }
    for (std::size_t n = 1; n < scene.swatches.size(); ++n) {
      ASSERT_FALSE(overlap(scene.swatches[n - 1].rect, scene.swatches[n].rect));
    }
    ASSERT_FALSE(overlap(scene.grids[0].lines, scene.grids[1].lines));
  });
}

TEST(Geometry, ElementsLieAtTheSamePlaceInBothGrids) {
  for_each_scene([](const Layout&, const Scene& scene) {
    const GridFrame &a = scene.grids[0], &b = scene.grids[1];
    EXPECT_EQ(a.cell_w, b.cell_w);
    EXPECT_EQ(a.cell_h, b.cell_h);
    EXPECT_EQ(a.channel, Channel::Thread);
    EXPECT_EQ(b.channel, Channel::Register);
    EXPECT_TRUE(a.cells.x == b.cells.x || a.cells.y == b.cells.y);
  });
}

// Independent of the hit test's arithmetic: the part whose rectangle holds the point.
TEST(HitTest, FindsThePartThatIsDrawnThere) {
  for (const Layout& layout : figures::all()) {
    if (layout.slots() > 4096) continue;
    SCOPED_TRACE(figures::describe(layout));
    const Scene scene = build_scene(layout, {});
    for (const CellPart& cell : scene.cells) {
      const Rect& r = cell.rect;
      for (const auto& [x, y] :
           {std::pair{r.x, r.y}, {r.x + r.w / 2, r.y + r.h / 2}, {r.x + r.w - 0.01f, r.y + r.h - 0.01f}}) {
        const std::optional<Hit> hit = hit_test(scene, layout, x, y);
        ASSERT_TRUE(hit);
        ASSERT_EQ(hit->grid, cell.grid);
        ASSERT_EQ(hit->element, (Element{cell.row, cell.col}));
        ASSERT_EQ(hit->part, cell.part);
        ASSERT_EQ(hit->slot, cell.slot);
      }
    }
  }
}

TEST(HitTest, TheGapBelongsToTheCellBeforeIt) {
  const Layout layout = figures::wrapped({2, 2, 8, 2}, "test.four_owners");
  const Scene scene = build_scene(layout, {});
  const GridFrame& frame = scene.grids[0];
  const float right = frame.cells.x + frame.cell_w, bottom = frame.cells.y + frame.cell_h;
  const std::optional<Hit> corner = hit_test(scene, layout, right - 0.1f, bottom - 0.1f);
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->element, (Element{0, 0}));
  EXPECT_EQ(corner->part, 3);
  const std::optional<Hit> below = hit_test(scene, layout, frame.cells.x + 1, bottom - 0.1f);
  ASSERT_TRUE(below);
  EXPECT_EQ(below->part, (frame.parts_y - 1) * frame.parts_x);
}

TEST(HitTest, NothingLiesOutsideTheGrids) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "test.plain");
  const Scene scene = build_scene(layout, {});
  for (const GridFrame& frame : scene.grids) {
    const Rect& c = frame.cells;
    EXPECT_FALSE(hit_test(scene, layout, c.x - 1, c.y + 5));
    EXPECT_FALSE(hit_test(scene, layout, c.x + 5, c.y - 1));
    EXPECT_FALSE(hit_test(scene, layout, c.x + c.w, c.y + 5));
    EXPECT_FALSE(hit_test(scene, layout, c.x + 5, c.y + c.h));
  }
  EXPECT_FALSE(hit_test(scene, layout, -1e9f, NAN));
}

}  // namespace
}  // namespace tcviz
