// The cells of a grid: a coloured part with a label for every owner of every element, or for every slot.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

// Adds the cells of the grid that will be scene.grids' next.
void add_cells(Build& build, const Block& block, const GridFrame& frame);

}  // namespace tcviz::inline app_scene
