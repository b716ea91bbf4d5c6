// The small drawing of a hop: the place of the element in its matrix, in shared memory, or in a warp's registers.
#pragma once

#include "app/scene/easel/scene.hpp"
#include "gpu/smem/journey.hpp"

namespace tcviz::inline app_scene {

struct SketchColors {
  Color ground, lines, tile, mark, quiet;
};
// Draws the hop into the square `room`.
void draw_sketch(Scene& scene, const HopSketch& sketch, const Rect& room, const SketchColors& colors);

}  // namespace tcviz::inline app_scene
