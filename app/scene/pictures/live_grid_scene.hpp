// Draws the numbers that registers of a running kernel held, at the matrix positions of their kind, and beside them the
// expected numbers. Cells are coloured by thread; a wrong one has no colour and a frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct LiveCell {
  std::string found, expected;  // found is empty if no thread wrote it; expected if there is no expectation
  int tid = 0;
  bool wrong = false;
};
struct LiveGrid {
  int rows = 0, cols = 0, threads = 32;
  std::vector<LiveCell> cells;  // rows * cols, row by row
  bool has_expected = false;
};

struct LiveGridScene {
  Scene scene;
  std::vector<Rect> grids;  // the cells of the numbers found, and if there are any, of those expected
  float cell_w = 0, cell_h = 0;
  std::optional<Element> at(float x, float y) const;
  Rect cell(std::size_t grid, Element element) const;
};
// Draws the two grids side by side, or one above the other if cells would be too narrow. Fills `width` by `height` as
// far as possible, but is larger if numbers would not fit into their cells.
LiveGridScene live_grid_scene(const LiveGrid& grid, Theme theme, Palette palette, float width, float height);

}  // namespace tcviz::inline app_scene
