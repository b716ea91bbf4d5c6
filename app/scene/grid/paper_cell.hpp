// The size of the cells of a picture on paper. Unlike on screen, all owners of an element are shown: its cell is
// divided among them.
#pragma once

#include "app/scene/grid/fit.hpp"

namespace tcviz::inline app_scene {

// Font sizes. Labels are not smaller than the texts beside the grids.
inline constexpr float least_paper_label = 11, largest_paper_label = 13;

// Returns a number for comparing areas for a cell: the larger, the better. A longer form of the labels counts most,
// then, if the page is to be filled, larger labels.
float paper_readability(const FitNeeds& needs, const CellRoom& room);
// Returns the best cell that fits into `room`, or a larger one if none fits.
CellPlan paper_cell(const FitNeeds& needs, const CellRoom& room, Palette palette);

}  // namespace tcviz::inline app_scene
