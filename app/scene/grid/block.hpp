// A grid with its heading and axes: first measured, then drawn.
//
//   title      n (column) ->
//   subtitle                     if there is one
//   R0      R1      ...          grids of slots
//   m |   0  1  2 ...            axis numbers
//   v 0   cells
//     1
#pragma once

#include <string>
#include <vector>

#include "app/scene/easel/theme.hpp"
#include "app/scene/grid/coloring.hpp"
#include "app/scene/grid/labels.hpp"
#include "app/scene/grid/measure.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The inputs from which a scene is built, handed down as one.
struct Build {
  SceneLayouts layouts;
  const SceneStyle& style;
  ThemeColors colors;
  Scene scene;
  // In a comparison: the numbers of elements with the same owners on both sides, and of the others.
  int agree = 0, differ = 0;
  std::string caption = {};  // below the grids, if the style has a caption and no text of its own for it
};

struct Block {
  const Layout* layout = nullptr;
  std::uint8_t index = 0;  // index of the layout
  Channel channel = Channel::Thread;
  std::string title, subtitle, row_name, column_name;
  Labels labels;
  Coloring coloring;
  Coloring corners;           // colours of registers that the labels leave out; no looks if they name them
  std::vector<bool> differs;  // for every element, in a comparison
  int rows = 0, cols = 0;
  int first_row = 0, first_col = 0;  // first shown row and column of the layout, if not all of it is shown

  CellPlan cell;
  float free_below = 0;  // free part of a cell's height
  int chunks = 0;        // chunks of columns of k, numbered above the columns of a packed A; 0: it is not packed
  int k_columns = 0;     // columns of k in all chunks together
  float gutter = 0;      // left of the cells, for the row numbers
  float head = 0;        // above the cells
  float grid_w = 0, grid_h = 0;
  float inner_w = 0;  // the grid's with all that stands right of it, or its heading's, whichever is wider
  float foot = 0;     // below the cells
  float w() const { return gutter + inner_w; }
  float h() const { return head + grid_h + foot; }
};

// Fills all of a block but its measures.
Block make_block(const Build& build, int layout, Channel channel);
CellNeeds needs_of(const Block& block, const SceneStyle& style);
// Returns the plan for cells of this size, fitted to the needs of the palette.
CellPlan fitted(const CellPlan& plan, const SceneStyle& style);
// Sets the sizes that follow from that of a cell.
void measure(Block& block, const SceneStyle& style, const CellPlan& cell);
// Gives the cells of all blocks one size, as small as the style and the labels allow.
void measure_alike(std::span<Block> blocks, const SceneStyle& style);

// Returns the upper left corner of the cells of a block whose own is at (x, y).
Point cells_at(const Block& block, const SceneStyle& style, float x, float y);
// Draws heading and axes of the block with its upper left corner at (x, y), and returns the place of its cells.
GridFrame add_frame(Build& build, const Block& block, float x, float y);
// Draws the block with its upper left corner at (x, y).
void add_block(Build& build, const Block& block, float x, float y);

}  // namespace tcviz::inline app_scene
