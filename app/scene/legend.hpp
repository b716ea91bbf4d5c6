// The legend of a grid: which colour is which number.
#pragma once

#include "app/scene/coloring.hpp"
#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

namespace tcviz {

// Adds the name, the swatches and their numbers at (x, y), at most `width` wide, in as many rows as they need. Returns
// its height.
float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, float x, float y, float width);

// The width below which a legend is not readable.
inline constexpr float smallest_legend_width = 228;

}  // namespace tcviz
