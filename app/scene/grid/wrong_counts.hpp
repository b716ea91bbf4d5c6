// The numbers of wrong cells of each row and column, written right of and below a grid while a formula is checked.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

// The space for them. It is reserved during a check even if nothing is wrong, so that nothing moves while the user
// types.
inline constexpr float wrong_count_w = 24, wrong_count_h = 15;

// True if a check of this block's layout is shown.
bool has_marks(const Block& block, const SceneStyle& style);
void add_wrong_counts(Build& build, const Block& block, const GridFrame& frame);

}  // namespace tcviz::inline app_scene
