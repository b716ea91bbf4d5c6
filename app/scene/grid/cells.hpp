// The cells of a grid: a coloured area with a label for each owner of each element, or for each slot.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

// Adds the cells of the block. The caller must append `frame` to the scene's grids afterwards.
void add_cells(Build& build, const Block& block, const GridFrame& frame);

}  // namespace tcviz::inline app_scene
