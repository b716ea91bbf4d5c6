// The cells of a grid: a coloured part with a label for every owner of every element.
#pragma once

#include "app/scene/scene.hpp"

namespace tcviz {

// Adds the cells of the grid that will be scene.grids' next.
void add_cells(Scene& scene, const Layout& layout, const GridFrame& frame, float label_size);

}  // namespace tcviz
