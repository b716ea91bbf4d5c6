// The axes around the cells of a grid: numbers of rows and columns, names of both with their arrows, and above a grid
// of slots the register that each span of columns occupies.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

float gutter_width(const Block& block);     // left of the cells
float axis_height(const Block& block);      // above the cells
float axis_name_width(const Block& block);  // width of the columns' name with its arrow
// Returns the number of characters in the longest word above a single column of a grid of slots: "x[15]", or "R2..R3".
int column_head_length(const Layout& layout);

// Draws the axes. `heading`: the middle of the line that the columns' name stands in.
void add_axes(Build& build, const Block& block, const GridFrame& frame, float heading);

}  // namespace tcviz::inline app_scene
