// A scene drawn by Dear ImGui as it is: swatches, strokes, texts, outlines. Grids of fragments have a renderer of their
// own.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Its upper left corner at a place of the screen. What lies outside the clip rectangle of the window is left out.
void draw_flat_scene(const Ui& ui, const Scene& scene, ImVec2 at);

}  // namespace tcviz::inline app_ui
