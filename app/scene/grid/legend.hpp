// The legend of a grid: boxes with the colours, and the numbers that they stand for.
#pragma once

#include "app/scene/easel/theme.hpp"
#include "app/scene/grid/coloring.hpp"
#include "app/scene/grid/difference.hpp"
#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Adds the legend at (x, y), with as many rows as it needs to be at most `width` wide. Returns its height.
float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, float x, float y, float width);

// Adds the legend of a comparison at (x, y): "agree 208" and, with a frame, "differ 48". Returns its height.
float add_difference_legend(Scene& scene, const Difference& difference, const CellLook& look, const ThemeColors& colors,
                            float x, float y);

// Explains labels such as "5:3" at (x, y). Returns its height.
float add_brief_legend(Scene& scene, const ThemeColors& colors, float x, float y, float width);

inline constexpr float legend_row_h = 16;  // height of a row of a legend, in scene units

// The smallest width of a readable legend, on screen and on paper.
inline constexpr float smallest_legend_width = 228, smallest_paper_legend = 150;

}  // namespace tcviz::inline app_scene
