// The marks of a check in the corners of cells, as strokes. Knows nothing of layouts.
#pragma once

#include "app/scene/scene.hpp"

namespace tcviz {

void add_cell_mark(Scene& scene, const Rect& cell, Color fill, CellMark mark);

}  // namespace tcviz
