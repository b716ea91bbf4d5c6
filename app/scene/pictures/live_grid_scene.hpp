// Numbers that registers held, in the grid of their kind, and beside them the expected ones: coloured by the thread
// that holds them; a wrong one loses its colour and gets a frame, as in a check of a formula.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct LiveCell {
  std::string found, expected;  // empty: no thread came by, nothing is expected
  int tid = 0;
  bool wrong = false;
};
struct LiveGrid {
  int rows = 0, cols = 0, threads = 32;
  std::vector<LiveCell> cells;  // row by row
  bool has_expected = false;
};

struct LiveGridScene {
  Scene scene;
  std::vector<Rect> grids;  // places of the numbers found, then of the expected ones
  float cell_w = 0, cell_h = 0;
  std::optional<Element> at(float x, float y) const;
  Rect cell(std::size_t grid, Element element) const;
};
// Draws the grids side by side, or the second below the first if cells would be too narrow; as large as the room
// allows, and never so small that a number does not fit. The scene's upper left corner is 0, 0.
LiveGridScene live_grid_scene(const LiveGrid& grid, Theme theme, Palette palette, float width, float height);

}  // namespace tcviz::inline app_scene
