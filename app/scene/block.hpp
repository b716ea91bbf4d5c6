// A grid with its heading and axes: first measured, then drawn.
//
//   title      n (column) ->
//   subtitle                     where there is one
//   R0      R1      ...          grids of slots
//   m |   0  1  2 ...            axis numbers
//   v 0   cells
//     1
#pragma once

#include <string>
#include <vector>

#include "app/scene/coloring.hpp"
#include "app/scene/labels.hpp"
#include "app/scene/measure.hpp"
#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

namespace tcviz {

// What a scene is built from, handed down as one.
struct Build {
  SceneLayouts layouts;
  const SceneStyle& style;
  ThemeColors colors;
  Scene scene;
};

struct Block {
  const Layout* layout = nullptr;
  std::uint8_t index = 0;  // of the layout
  Channel channel = Channel::Thread;
  std::string title, subtitle, row_name, column_name;
  Labels labels;
  Coloring coloring;
  std::vector<bool> differs;  // of every element, in a comparison
  int rows = 0, cols = 0;

  CellPlan cell;
  float gutter = 0;  // left of the cells, for the row numbers
  float head = 0;    // above the cells
  float grid_w = 0, grid_h = 0;
  float inner_w = 0;  // of the grid or its heading, whichever is wider
  float w() const { return gutter + inner_w; }
  float h() const { return head + grid_h; }
};

// All but the measures.
Block make_block(const Build& build, int layout, Channel channel);
CellNeeds needs_of(const Block& block, const SceneStyle& style);
// The plan for cells of this size, fitted to what the palette needs.
CellPlan fitted(const CellPlan& plan, const SceneStyle& style);
// Sizes that follow from that of a cell.
void measure(Block& block, const SceneStyle& style, const CellPlan& cell);
// One size for cells of all blocks, as small as the style and the labels allow.
void measure_alike(std::span<Block> blocks, const SceneStyle& style);

// Where the cells begin of a block whose upper left corner is at (x, y).
Point cells_at(const Block& block, const SceneStyle& style, float x, float y);
// Draws the block with its upper left corner at (x, y).
void add_block(Build& build, const Block& block, float x, float y);

}  // namespace tcviz
