// Draws a scene without grids (boxes, lines, texts, outlines) with Dear ImGui. Scenes with grids are drawn by
// app/render/grid_renderer.hpp.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the scene with its upper left corner at `at` on the screen. Skips what is outside of the window.
void draw_flat_scene(const Ui& ui, const Scene& scene, ImVec2 at);

}  // namespace tcviz::inline app_ui
