// What stays in sight of grids that are larger than their canvas: the numbers of their rows and columns along its
// edges, and a small map of the whole picture.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

void draw_sticky_axes(const Ui& ui, const Canvas& canvas, const Projection& projection, const Scene& scene);

// What a map must not lie on, in scene units: the grids with their numbers, the words and the legends.
std::vector<Rect> map_obstacles(const Scene& scene);
// The map's place in the canvas, where it covers nothing of that; none while the whole scene is in sight. Where nothing
// is free, it is left out; but somebody who has zoomed gets it in the lower right corner.
std::optional<Rect> map_place(float scale, const Canvas& canvas, const Projection& projection,
                              std::span<const Rect> obstacles, bool zoomed);
void draw_map(const Ui& ui, const Rect& map, const Canvas& canvas, const Projection& projection, const Scene& scene);
// The scene point under a pixel of the map.
Point on_map(const Rect& map, const Canvas& canvas, Point pixel);

}  // namespace tcviz::inline app_ui
