// The cells of a picture on paper: each is split for all owners of its element, and is as wide as the page lets it be.
// Knows nothing of positions and colours.
#pragma once

#include "app/scene/grid/fit.hpp"

namespace tcviz::inline app_scene {

// Font sizes: labels are never smaller than the words beside the grids.
inline constexpr float least_paper_label = 11, largest_paper_label = 13;

// Compares rooms: the larger number is better. A longer form of the label counts first, then, if the page is to be
// filled, a larger one.
float paper_readability(const FitNeeds& needs, const CellRoom& room);
CellPlan paper_cell(const FitNeeds& needs, const CellRoom& room, Palette palette);

}  // namespace tcviz::inline app_scene
