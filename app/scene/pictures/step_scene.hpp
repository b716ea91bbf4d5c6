// Draws one tensor-core product that the X-ray executed: the tile of A left, of B above, of the sum between them. Each
// cell names the matrix element that was found there.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"

namespace tcviz::inline app_scene {

// A cell. Its colour is rank_color(hue, shade).
struct StepCell {
  std::string text, below;                 // below: where the value was, "T5" (thread) or "smem"
  int hue = 0, shade = 0;                  // hue < 0: grey
  bool outlined = false, hatched = false;  // the value is wrong or does not fit; it is unknown
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

// Returns the tiles of a product. In A and the sum, the hue is by the row and the shade by the column of the element;
// in B the hue is by the column. `declared`: cells name their own position in the tile instead of the element found
// there.
StepTiles step_tiles(const EventSnapshot& step, bool declared = false);

struct StepLook {
  Theme theme = Theme::Light;
  float cell_w = 30, cell_h = 26, gap = 28;  // gap: between tiles, and above them for their names
  float text = 11, below = 7.5F;             // font sizes of StepCell's texts; below 0: that text is not drawn
  int most_rows = 64, most_cols = 32;        // rows and columns of a tile beyond these are not drawn
};
// Returns the width of the widest text of a cell.
float step_cell_width(const StepTiles& tiles, const StepLook& look);
// Returns sizes that fill `width` by `height` as far as possible, with cells that are large enough for their texts.
StepLook fit_step(const StepTiles& tiles, Theme theme, float width, float height);

// A cell of a tile.
struct StepSpot {
  int tile = 0, row = 0, col = 0;  // tile: 0 A, 1 B, 2 the sum
  friend bool operator==(const StepSpot&, const StepSpot&) = default;
};

struct StepScene {
  Scene scene;
  std::array<Rect, 3> tiles;  // the cells of A, B and the sum
  float cell_w = 0, cell_h = 0;
  std::optional<StepSpot> at(float x, float y) const;  // the cell at (x, y); none: no cell
  Rect cell(const StepSpot& spot) const;
};
// Draws the product; the upper left corner of the scene is (0, 0).
StepScene step_scene(const StepTiles& tiles, const StepLook& look);

}  // namespace tcviz::inline app_scene
