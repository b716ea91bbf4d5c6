// A scene drawn by Dear ImGui as it is: swatches, strokes, texts, outlines. Grids of fragments have a renderer of their
// own.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the scene with its upper left corner at a place of the screen, without the parts that the window clips.
void draw_flat_scene(const Ui& ui, const Scene& scene, ImVec2 at);

}  // namespace tcviz::inline app_ui
