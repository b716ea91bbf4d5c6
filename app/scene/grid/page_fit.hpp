// Fits a picture into a given area (style.room): chooses the arrangement of its blocks with the most readable labels,
// and the size of the cells.
#pragma once

#include <span>
#include <vector>

#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/page.hpp"

namespace tcviz::inline app_scene {

// Returns the contents that must fit into the cells of `blocks`. The style must have a room.
FitNeeds fit_needs(std::span<const Block> blocks, const SceneStyle& style);
// Sets the cells of all blocks to `plan`. If the labels leave out the value, colours the corners of cells by it.
void set_cells(Build& build, std::span<Block> blocks, const CellPlan& plan);

// Returns the area available for a cell if the blocks are arranged in `rows`. The blocks must have been measured.
CellRoom room_of_cell(const Build& build, const PageRows& rows);
// Returns a number for comparing areas of cells: the larger, the more readable.
float readability(const Build& build, const FitNeeds& needs, const CellRoom& room);
// Returns the best cell in `room`, by the rules for the screen or for paper.
CellPlan cell_in(const Build& build, const FitNeeds& needs, const CellRoom& room);
// Returns the best of `arrangements`, and sets the cells of `blocks` for it.
const PageRows& fit_rows(Build& build, std::span<Block> blocks, std::span<const PageRows> arrangements);
// Returns those of the two arrangements (side by side, stacked) that style.arrangement allows.
std::span<const PageRows> allowed(const SceneStyle& style, std::span<const PageRows, 2> arrangements);

}  // namespace tcviz::inline app_scene
