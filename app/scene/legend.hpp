// The legend below a grid: which colour is what.
#pragma once

#include "app/scene/coloring.hpp"
#include "app/scene/theme.hpp"

namespace tcviz {

// Adds the swatches and their numbers at `at`, at most `width` wide, in as many rows as they need. Returns its height.
float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, Point at, float width);

// The width below which a legend is not readable.
inline constexpr float smallest_legend_width = 228;

}  // namespace tcviz
