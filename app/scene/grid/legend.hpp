// The legend of a grid: the colours and the numbers that they stand for.
#pragma once

#include "app/scene/easel/theme.hpp"
#include "app/scene/grid/coloring.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Adds the name, the swatches and their numbers at (x, y), at most `width` wide, in as many rows as they need. Returns
// its height.
float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, float x, float y, float width);

// Adds the meaning of the frames of a comparison, with counts: "agree 208" and, framed, "differ 48". Returns its
// height.
float add_difference_legend(Scene& scene, int agree, int differ, const CellLook& look, const ThemeColors& colors,
                            float x, float y);

inline constexpr float legend_row_h = 16;

// The width below which a legend is not readable, on screen and on paper.
inline constexpr float smallest_legend_width = 228, smallest_paper_legend = 150;

}  // namespace tcviz::inline app_scene
