// For grids that are larger than their canvas (the visible area): draws the numbers of rows and columns along the edges
// of the canvas, and a small map of the whole picture.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

void draw_sticky_axes(const Ui& ui, const Canvas& canvas, const Projection& projection, const Scene& scene);

// Returns the rectangles that the map must not cover, in scene units: grids with their numbers, texts and legends.
std::vector<Rect> map_obstacles(const Scene& scene);
// Returns a rectangle for the map that covers none of `obstacles`; none if the whole scene is visible. If there is no
// free area, returns the lower right corner if the user has `zoomed`, else none.
std::optional<Rect> map_place(float scale, const Canvas& canvas, const Projection& projection,
                              std::span<const Rect> obstacles, bool zoomed);
// Draws the map, with the visible part of the scene.
void draw_map(const Ui& ui, const Rect& map, const Canvas& canvas, const Projection& projection, const Scene& scene);
// Returns the point of the scene that the map shows at `pixel`.
Point on_map(const Rect& map, const Canvas& canvas, Point pixel);

}  // namespace tcviz::inline app_ui
