// Grids that are larger than their canvas keep the numbers of rows and columns along its edges, and have a small map of
// the whole picture.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

void draw_sticky_axes(const Ui& ui, const Canvas& canvas, const Projection& projection, const Scene& scene);

// Returns the rectangles that a map must not cover, in scene units: grids with their numbers, words and legends.
std::vector<Rect> map_obstacles(const Scene& scene);
// Returns a place for the map that covers none of these; none if the whole scene is in sight or nothing is free. After
// a zoom the map stands in the lower right corner if nothing is free.
std::optional<Rect> map_place(float scale, const Canvas& canvas, const Projection& projection,
                              std::span<const Rect> obstacles, bool zoomed);
void draw_map(const Ui& ui, const Rect& map, const Canvas& canvas, const Projection& projection, const Scene& scene);
// Returns the point of the scene under a pixel of the map.
Point on_map(const Rect& map, const Canvas& canvas, Point pixel);

}  // namespace tcviz::inline app_ui
