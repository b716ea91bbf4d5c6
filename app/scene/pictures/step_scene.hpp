// One step of a kernel as it was found, as a scene: A left, B above, the sum in the corner; every cell names the
// element that it holds. The same for figures and for the window.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"

namespace tcviz::inline app_scene {

struct StepCell {
  std::string text, below;  // below: the holder, "T5" or "smem"
  int hue = 0, shade = 0;   // a negative hue: none
  bool outlined = false, hatched = false;
};

struct StepTile {
  std::string name;
  int rows = 0, cols = 0;
  std::vector<StepCell> cells;  // row by row
};

struct StepTiles {
  StepTile a, b, sum;
  std::array<const StepTile*, 3> all() const { return {&a, &b, &sum}; }
};

// Returns the tiles of a step. In A and in the sum hue follows the row of the element and shade its column; in B, whose
// rows are k, the other way round. `declared`: every cell says its place in the tile instead of what was found there.
StepTiles step_tiles(const EventSnapshot& step, bool declared = false);

struct StepLook {
  Theme theme = Theme::Light;
  float cell_w = 30, cell_h = 26, gap = 28;  // gap: between tiles, and above them for a name
  float text = 11, below = 7.5F;             // sizes; below 0: the holder is not named
  int most_rows = 64, most_cols = 32;        // the rows and columns of a tile that are drawn
};
// Returns the width of the narrowest cell that its texts fit in.
float step_cell_width(const StepTiles& tiles, const StepLook& look);
// Returns cells as wide and high as the room allows, and never so small that a text does not fit.
StepLook fit_step(const StepTiles& tiles, Theme theme, float width, float height);

struct StepSpot {
  int tile = 0, row = 0, col = 0;  // tile: 0 A, 1 B, 2 the sum
  friend bool operator==(const StepSpot&, const StepSpot&) = default;
};

struct StepScene {
  Scene scene;
  std::array<Rect, 3> tiles;  // places of the cells that are drawn
  float cell_w = 0, cell_h = 0;
  std::optional<StepSpot> at(float x, float y) const;
  Rect cell(const StepSpot& spot) const;
};
// Draws the step; the scene's upper left corner is 0, 0.
StepScene step_scene(const StepTiles& tiles, const StepLook& look);

}  // namespace tcviz::inline app_scene
