// The axes of a grid: numbers of rows and columns, names of both with arrows, and above a grid of slots (threads by
// values) the register that holds each group of columns.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

float gutter_width(const Block& block);     // left of the cells
float axis_height(const Block& block);      // above the cells
float axis_name_width(const Block& block);  // width of the columns' name with its arrow
// Returns the length of the longest text above a column of a grid of slots, "x[15]" or "R2..R3", in characters.
int column_head_length(const Layout& layout);

// Adds the axes to the scene. `heading`: y of the line with the name of the columns.
void add_axes(Build& build, const Block& block, const GridFrame& frame, float heading);

}  // namespace tcviz::inline app_scene
