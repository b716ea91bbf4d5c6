// The numbers of cells of each row and column that a check found wrong, right of the grid and below it.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

// The room for them, kept while anything is checked, so that nothing moves while a person types.
inline constexpr float wrong_count_w = 24, wrong_count_h = 15;

// True if a check of this block's layout is shown.
bool has_marks(const Block& block, const SceneStyle& style);
void add_wrong_counts(Build& build, const Block& block, const GridFrame& frame);

}  // namespace tcviz::inline app_scene
