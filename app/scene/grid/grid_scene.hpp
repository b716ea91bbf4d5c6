// Layouts as a scene.
#pragma once

#include "app/scene/grid/hits.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

std::size_t layouts_shown(ViewMode view);  // product: A, B and the accumulator; others may have more or fewer

// Draws the grids with axes, numbers and legend. `layouts` are as many as the view shows; the sides of a product's must
// fit together.
Scene build_scene(SceneLayouts layouts, const SceneStyle& style);
// Draws a view of one layout; the two grids if the style asks for a view of several.
Scene build_scene(const Layout& layout, const SceneStyle& style);

}  // namespace tcviz::inline app_scene
