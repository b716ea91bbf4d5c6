// Builds the picture (scene) of one or several layouts. The other headers of this folder are its parts.
#pragma once

#include "app/scene/grid/hits.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Returns the number of layouts that a view shows; for Product 3 (A, B, accumulator), although some products have more
// or fewer.
std::size_t layouts_shown(ViewMode view);

// Builds the picture. `layouts` must be as many as the view shows; the sizes of a product's layouts must fit together.
Scene build_scene(SceneLayouts layouts, const SceneStyle& style);
// Builds the picture of one layout; ViewMode::Grids if the style asks for a view of several layouts.
Scene build_scene(const Layout& layout, const SceneStyle& style);

}  // namespace tcviz::inline app_scene
