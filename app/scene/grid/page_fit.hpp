// A picture that fills a room: the arrangement of its blocks that gets the largest labels, and its cells.
#pragma once

#include <span>
#include <vector>

#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/page.hpp"

namespace tcviz::inline app_scene {

// Returns the contents that must fit into the cells of all these blocks; the style has a room.
FitNeeds fit_needs(std::span<const Block> blocks, const SceneStyle& style);
// Gives all blocks cells of this size, and the colours of registers if labels leave those out.
void set_cells(Build& build, std::span<Block> blocks, const CellPlan& plan);

// Returns the room of a cell if blocks stand in these rows. They have been measured before: only their cells may
// change.
CellRoom room_of_cell(const Build& build, const PageRows& rows);
// Rates a room for cells on screen or on paper, as the style's room is; larger: better to read.
float readability(const Build& build, const FitNeeds& needs, const CellRoom& room);
CellPlan cell_in(const Build& build, const FitNeeds& needs, const CellRoom& room);
// Returns the best of the arrangements and gives `blocks` its cells.
const PageRows& fit_rows(Build& build, std::span<Block> blocks, std::span<const PageRows> arrangements);
// Returns the arrangements that a style allows: the first is side by side, the second stacked.
std::span<const PageRows> allowed(const SceneStyle& style, std::span<const PageRows, 2> arrangements);

}  // namespace tcviz::inline app_scene
