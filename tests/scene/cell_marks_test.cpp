// What a check draws into cells, and what is left where the answer is hidden.
#include <algorithm>
#include <array>

#include "app/scene/palette.hpp"
#include "gtest/gtest.h"
#include "tests/scene/figures.hpp"

namespace tcviz {
namespace {

bool inside(const Rect& r, Point p) { return p.x >= r.x && p.x <= r.x + r.w && p.y >= r.y && p.y <= r.y + r.h; }

// The strokes of one cell part, by where they begin.
std::vector<Stroke> strokes_in(const Scene& scene, const Rect& rect) {
  std::vector<Stroke> found;
  for (const Stroke& stroke : scene.strokes)
    if (inside(rect, stroke.from)) found.push_back(stroke);
  return found;
}

SceneStyle checked(const Layout& layout) {
  SceneStyle style;
  style.marks.assign(static_cast<std::size_t>(layout.slots()), CellMark::Right);
  style.marks[1] = CellMark::Wrong;
  style.marks[2] = CellMark::None;
  return style;
}

TEST(CellMarks, AreToldByShapeAndStayInTheirCells) {
  const Layout layout = figures::wrapped({8, 4, 32, 4}, "test.copies");  // four owners each
  const SceneStyle style = checked(layout);
  const Scene scene = build_scene(layout, style);
  std::size_t counted = 0;
  for (const CellPart& cell : scene.cells) {
    const std::vector<Stroke> strokes = strokes_in(scene, cell.rect);
    const auto at = static_cast<std::size_t>(cell.slot);
    const std::size_t expected = style.marks[at] == CellMark::Right ? 2 : style.marks[at] == CellMark::Wrong ? 4 : 0;
    ASSERT_EQ(strokes.size(), expected) << cell.slot;
    for (const Stroke& stroke : strokes) ASSERT_TRUE(inside(cell.rect, stroke.to));
    counted += strokes.size();
  }
  EXPECT_EQ(counted, scene.strokes.size());
}

TEST(CellMarks, CanBeSeenOnEveryFill) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "test.plain");
  for (const Palette palette : {Palette::Safe, Palette::Vivid, Palette::Print}) {
    SceneStyle style = checked(layout);
    style.palette = palette;
    const Scene scene = build_scene(layout, style);
    for (const CellPart& cell : scene.cells) {
      const std::vector<Stroke> strokes = strokes_in(scene, cell.rect);
      if (strokes.size() == 2) {
        ASSERT_GE(contrast_ratio(strokes[0].color, cell.fill), 4.5);
      } else if (strokes.size() == 4) {
        ASSERT_GE(contrast_ratio(strokes[3].color, strokes[1].color), 4.5);  // the cross on its disc
      }
    }
  }
}

TEST(CellMarks, BelongToTheLayoutThatWasChecked) {
  const Layout a = figures::wrapped({4, 4, 8, 2}, "test.a"), b = figures::wrapped({4, 4, 16, 1}, "test.a");
  const std::array<const Layout*, 2> both{&a, &b};
  SceneStyle style = checked(b);
  style.view = ViewMode::Comparison;
  style.checked = 1;
  const Scene scene = build_scene(both, style);
  for (const CellPart& cell : scene.cells) {
    const bool of_b = scene.grids[cell.grid].layout == 1;
    const std::size_t expected = !of_b || cell.slot == 2 ? 0 : cell.slot == 1 ? 4 : 2;
    ASSERT_EQ(strokes_in(scene, cell.rect).size(), expected);
  }
}

TEST(HiddenCells, NothingButAxesAndEmptyCells) {
  const Layout layout = figures::wrapped({8, 4, 32, 4}, "test.copies");
  for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads}) {
    SceneStyle style = checked(layout);
    style.view = view;
    style.hide_cells = true;
    style.legend = false;
    const Scene scene = build_scene(layout, style);
    EXPECT_TRUE(scene.cells.empty());
    EXPECT_TRUE(scene.strokes.empty());
    const auto of = [&](TextRole role) { return std::ranges::count(scene.texts, role, &Text::role); };
    EXPECT_EQ(of(TextRole::CellLabel), 0);
    EXPECT_EQ(of(TextRole::Legend), 0);
    EXPECT_GT(of(TextRole::AxisNumber), 0);
    std::size_t cells = 0;
    for (const GridFrame& grid : scene.grids) cells += static_cast<std::size_t>(grid.rows * grid.cols);
    ASSERT_GE(scene.swatches.size(), cells);
    const auto cell_sized = [](const Swatch& s) { return s.rect.w > 4 && s.rect.h > 4; };
    const auto first = std::ranges::find_if(scene.swatches, cell_sized);
    for (const Swatch& swatch : scene.swatches) EXPECT_TRUE(!cell_sized(swatch) || swatch.fill == first->fill);
  }
}

}  // namespace
}  // namespace tcviz
