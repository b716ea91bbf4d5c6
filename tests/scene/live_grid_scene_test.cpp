// Numbers of live registers as a scene: found beside expected, wrong ones framed, and every number inside its cell.
#include "app/scene/pictures/live_grid_scene.hpp"

#include <algorithm>

#include "app/scene/easel/text_metrics.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

LiveGrid numbered(int rows, int cols, bool expected) {
  LiveGrid grid{rows, cols, 32, {}, expected};
  for (int n = 0; n < rows * cols; ++n) {
    const std::string number = std::to_string(1000 * n);
    grid.cells.push_back({number, expected ? number : "", n % 32, false});
  }
  return grid;
}

TEST(LiveGridScene, FramesWhatIsWrongInBothGrids) {
  LiveGrid grid = numbered(16, 8, true);
  grid.cells[17].wrong = true;
  const LiveGridScene scene = live_grid_scene(grid, Theme::Dark, Palette::Safe, 1200, 500);
  ASSERT_EQ(scene.grids.size(), 2U);
  EXPECT_EQ(scene.scene.outlines.size(), 2U);
  const Rect cell = scene.cell(1, {2, 1});
  EXPECT_EQ(scene.at(cell.x + 1, cell.y + 1), (Element{2, 1}));
  EXPECT_FALSE(scene.at(0, 0));
  EXPECT_EQ(live_grid_scene(numbered(16, 8, false), Theme::Dark, Palette::Safe, 1200, 500).grids.size(), 1U);
}

TEST(LiveGridScene, KeepsNumbersInsideTheirCellsAndGridsApart) {
  for (const auto& [rows, cols] : {std::pair(16, 8), std::pair(8, 8), std::pair(64, 256), std::pair(16, 16)})
    for (const float width : {300.0F, 760.0F, 1500.0F}) {
      const LiveGridScene scene = live_grid_scene(numbered(rows, cols, true), Theme::Light, Palette::Safe, width, 500);
      for (const Text& text : scene.scene.texts)
        if (text.role == TextRole::CellLabel) {
          EXPECT_LE(text_width(text.text, text.face, text.size), scene.cell_w) << text.text << " at " << width;
        }
      const Rect &a = scene.grids[0], &b = scene.grids[1];
      EXPECT_TRUE(a.x + a.w < b.x || a.y + a.h < b.y);
    }
}

}  // namespace
}  // namespace tcviz
