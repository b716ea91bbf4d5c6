// A block is one grid of a picture with its title and its axes. It is first measured, so that blocks can be arranged,
// and then added to the scene.
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
#include "app/scene/grid/legend.hpp"
#include "app/scene/grid/measure.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The state of building a scene, passed to all functions that add to it.
struct Build {
  SceneLayouts layouts;
  const SceneStyle& style;
  ThemeColors colors;
  Scene scene;
  const Difference* difference = nullptr;  // of the two layouts, in a comparison
  std::string caption = {};  // text below the grids, if the style asks for a caption and has no text for it
};

struct Block {
  const Layout* layout = nullptr;
  std::uint8_t index = 0;  // index of `layout` in Build::layouts
  Channel channel = Channel::Thread;
  std::string title, subtitle, row_name, column_name;
  Labels labels;
  Coloring coloring;
  Coloring corners;  // colours for the corners of cells, by value; unused (no looks) if the labels name the value
  std::vector<bool> differs;  // for each element, in a comparison: it differs; empty in other views
  int rows = 0, cols = 0;
  int first_row = 0, first_col = 0;  // first row and column of the layout that are shown

  CellPlan cell;
  float free_below = 0;  // free height below each cell; see GridFrame
  int chunks = 0;        // sparse A: number of chunks of columns of k, numbered above the columns; 0: not sparse
  int k_columns = 0;     // sparse A: number of columns of k
  float gutter = 0;      // width left of the cells, for the row numbers
  float head = 0;        // height above the cells
  float grid_w = 0, grid_h = 0;
  float inner_w = 0;  // width of the grid and all that is right of it, or of the title, whichever is larger
  float foot = 0;     // height below the cells
  // True if there are more rows or columns than the style lets it show; in place of them stands "...".
  bool more_rows = false, more_cols = false;
  float w() const { return gutter + inner_w; }
  float h() const { return head + grid_h + foot; }
};

// Returns how many of `all` rows or columns are shown if `most` are the most; 0: all.
inline int shown_of(int all, int most) { return most > 0 && most < all ? most : all; }

// Leaves out the rows and columns beyond the first `most_rows` and `most_cols`; 0: none.
void crop(Block& block, int most_rows, int most_cols);
// Makes a block of layout number `layout`, not yet measured; those of a product are cropped as their sides need it.
Block make_block(const Build& build, int layout, Channel channel);
// Returns the sizes that the contents of the block's cells need.
CellNeeds needs_of(const Block& block, const SceneStyle& style);
// Returns `plan` adapted to the style: rounded to hatch tiles for Palette::Print, and shrunk if the style's cells are
// small.
CellPlan fitted(const CellPlan& plan, const SceneStyle& style);
// Sets the cells of the block to `cell`, and all sizes that follow.
void measure(Block& block, const SceneStyle& style, const CellPlan& cell);
// Measures all blocks with cells of the same size, as small as the style and the labels allow.
void measure_alike(std::span<Block> blocks, const SceneStyle& style);

// Returns the upper left corner of the cells of a block whose upper left corner is at (x, y).
Point cells_at(const Block& block, const SceneStyle& style, float x, float y);
// Adds title and axes of the block with its upper left corner at (x, y), and returns the position of its cells.
GridFrame add_frame(Build& build, const Block& block, float x, float y);
// Adds the block with its upper left corner at (x, y).
void add_block(Build& build, const Block& block, float x, float y);

}  // namespace tcviz::inline app_scene
