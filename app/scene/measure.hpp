// How large cells must be for their labels, and how a cell is split among its owners. Knows nothing of colours.
#pragma once

#include <string>

#include "app/scene/scene.hpp"

namespace tcviz {

// What every cell must have room for.
struct CellNeeds {
  std::string widest;  // line of a label
  int lines = 1;       // of a label, at most
  int parts = 1;       // owners of an element, at most
};

// Sizes that the grids of a scene share, so that an element lies at the same place in all.
struct CellPlan {
  float label_size = 12;
  float line_h = 16;               // from one line of a label to the next
  float gap = 1;                   // wider where cells are split, so that a cell is seen as one
  float cell_w = 28, cell_h = 28;  // from one cell to the next, the gap included
  int parts_x = 1, parts_y = 1;
};
// Room for the labels in each part of a cell of at least `cell` units.
CellPlan plan_cells(const CellNeeds& needs, float cell);

// Every how many rows or columns a number stands, so that numbers neither touch nor crowd: 1, 2, 4, ...
int axis_step(int count, float pitch, float number_length);

}  // namespace tcviz
