// One function for each view (ViewMode): it makes the blocks, arranges them and builds the whole scene.
#pragma once

#include "app/scene/grid/block.hpp"

namespace tcviz::inline app_scene {

void add_grids_view(Build& build);       // thread and register grid
void add_combined_view(Build& build);    // one grid with both
void add_threads_view(Build& build);     // one grid of slots
void add_comparison_view(Build& build);  // two layouts
void add_product_view(Build& build);     // A, B and the accumulator

}  // namespace tcviz::inline app_scene
