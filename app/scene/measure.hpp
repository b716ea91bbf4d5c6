// How large cells must be for their labels, and how a cell is split among its owners. Knows nothing of colours.
#pragma once

#include "app/scene/scene.hpp"

namespace tcviz {

// Sizes that both grids of a layout share, so that an element lies at the same place in both.
struct CellPlan {
  float label_size = 12;
  float gap = 1;                   // wider where cells are split, so that a cell is seen as one
  float cell_w = 28, cell_h = 28;  // from one cell to the next, the gap included
  int parts_x = 1, parts_y = 1;
};
// Room for the widest tid and i in each of `replication` parts of a cell of at least `cell` units.
CellPlan plan_cells(const Layout& layout, float cell);

// Every how many rows or columns a number stands, so that numbers neither touch nor crowd: 1, 2, 4, ...
int axis_step(int count, float pitch, float number_length);

}  // namespace tcviz
