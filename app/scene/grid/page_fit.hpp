// A picture that fills a room: which of several arrangements of its blocks gets the largest labels, and its cells.
#pragma once

#include <span>
#include <vector>

#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/page.hpp"

namespace tcviz::inline app_scene {

// The contents that must fit into the cells of all these blocks; the style has a room.
FitNeeds fit_needs(std::span<const Block> blocks, const SceneStyle& style);
// All blocks get cells of this size, and the colours of registers if labels leave those out.
void set_cells(Build& build, std::span<Block> blocks, const CellPlan& plan);

// The room of a cell if blocks stand in these rows. They have been measured before: only their cells may change.
CellRoom room_of_cell(const Build& build, const PageRows& rows);
// On screen or on paper, as the style's room is.
float readability(const Build& build, const FitNeeds& needs, const CellRoom& room);
CellPlan cell_in(const Build& build, const FitNeeds& needs, const CellRoom& room);
// The best of the arrangements; `blocks` get its cells.
const PageRows& fit_rows(Build& build, std::span<Block> blocks, std::span<const PageRows> arrangements);
// The arrangements that a style allows: the first is side by side, the second stacked.
std::span<const PageRows> allowed(const SceneStyle& style, std::span<const PageRows, 2> arrangements);

}  // namespace tcviz::inline app_scene
