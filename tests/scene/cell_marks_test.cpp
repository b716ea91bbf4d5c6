// The marks that a check draws into cells, and what is left when the answer is hidden.
#include <algorithm>
#include <array>

#include "app/scene/easel/palette.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "gtest/gtest.h"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

SceneStyle checked(const Layout& layout) {
  SceneStyle style;
  style.marks.assign(static_cast<std::size_t>(layout.slots()), CellMark::Right);
  style.marks[1] = CellMark::Wrong;
  style.marks[2] = CellMark::None;
  return style;
}

bool is_grey(Color c) { return std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}) < 24; }

// Cells that are right look as without a check; wrong ones lose their colour and get a frame.
TEST(CellMarks, RightCellsAreUntouchedAndWrongOnesFramed) {
  const Layout layout = figures::wrapped({8, 4, 32, 4}, "test.copies");  // four owners each
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    SceneStyle style = checked(layout), plain;
    style.theme = plain.theme = theme;
    const Scene scene = build_scene(layout, style), before = build_scene(layout, plain);
    ASSERT_EQ(scene.cells.size(), before.cells.size());
    for (std::size_t n = 0; n < scene.cells.size(); ++n) {
      const CellPart& cell = scene.cells[n];
      const bool wrong = style.marks[static_cast<std::size_t>(cell.slot)] == CellMark::Wrong;
      ASSERT_EQ(cell.wrong, wrong);
      if (!wrong) {
        ASSERT_EQ(cell.fill, before.cells[n].fill);
        ASSERT_EQ(frame_color(cell, scene.background).a, 0);
      } else {
        EXPECT_TRUE(is_grey(cell.fill));
        EXPECT_GE(contrast_ratio(frame_color(cell, scene.background), cell.fill), 2.0);
      }
    }
    EXPECT_TRUE(scene.strokes.empty());
  }
}

std::vector<std::string> notes(const Scene& scene, bool in_cells) {
  std::vector<std::string> found;
  for (const Text& text : scene.texts) {
    const bool inside =
        std::ranges::any_of(scene.grids, [&](const GridFrame& frame) { return frame.cells.contains(text.x, text.y); });
    if (text.role == TextRole::Note && inside == in_cells) found.push_back(text.text);
  }
  return found;
}

TEST(CellMarks, AWrongCellSaysWhatWasGot) {
  const Layout layout = figures::wrapped({8, 4, 16, 2}, "test.plain");
  SceneStyle style = checked(layout);
  style.marks[3] = CellMark::Wrong;
  style.got.assign(style.marks.size(), no_element);
  style.got[1] = 2 * 4 + 3;
  style.cell = 60;
  style.view = ViewMode::Combined;
  EXPECT_EQ(notes(build_scene(layout, style), true), (std::vector<std::string>{"2,3", "?"}));
  style.cell = 16;
  style.view = ViewMode::Grids;
  EXPECT_TRUE(notes(build_scene(layout, style), true).empty());  // no room: the frame alone
}

// Beside each row and column the number of its wrong cells, in every grid.
TEST(CellMarks, RowsAndColumnsCountTheirMistakes) {
  const Layout layout = figures::wrapped({8, 4, 16, 2}, "test.plain");
  SceneStyle style = checked(layout);
  style.view = ViewMode::Combined;
  style.marks[5] = style.marks[6] = CellMark::Wrong;  // (0, 1), (1, 1) and (1, 2)
  EXPECT_EQ(notes(build_scene(layout, style), false), (std::vector<std::string>{"1", "2", "2", "1"}));
  style.axes = false;
  EXPECT_TRUE(notes(build_scene(layout, style), false).empty());
}

// Nothing moves while somebody types: the room for the counts is there as soon as anything is checked.
TEST(CellMarks, APictureIsAsLargeWithMistakesAsWithout) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "test.plain");
  SceneStyle style = checked(layout);
  style.room = Room{900, 600};
  const Scene some = build_scene(layout, style);
  std::ranges::fill(style.marks, CellMark::Right);
  const Scene none = build_scene(layout, style);
  for (std::size_t n = 0; n < some.grids.size(); ++n) EXPECT_EQ(some.grids[n].cells, none.grids[n].cells);
}

TEST(CellMarks, BelongToTheLayoutThatWasChecked) {
  const std::vector<const Layout*> layouts = boxes::product("wmma.m16n16k16.acc.f32");
  ASSERT_EQ(layouts.size(), 3u);
  SceneStyle style = checked(*layouts[2]);
  style.view = ViewMode::Product;
  style.checked = 2;
  for (const CellPart& cell : build_scene(layouts, style).cells)
    EXPECT_EQ(cell.wrong, cell.grid == 2 && cell.slot == 1);
}

// A comparison has marks of its own.
TEST(CellMarks, AreNotShownInAComparison) {
  const Layout a = figures::wrapped({4, 4, 8, 2}, "test.a"), b = figures::wrapped({4, 4, 16, 1}, "test.a");
  const std::array<const Layout*, 2> both{&a, &b};
  SceneStyle style = checked(b);
  style.view = ViewMode::Comparison;
  style.checked = 1;
  const Scene scene = build_scene(both, style);
  EXPECT_TRUE(std::ranges::none_of(scene.cells, &CellPart::wrong));
  EXPECT_TRUE(notes(scene, false).empty());
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
