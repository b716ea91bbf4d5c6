// The small drawing on a hop's card: the position of the element in its matrix, in shared memory, or in the registers
// of a warp.
#pragma once

#include "app/scene/easel/scene.hpp"
#include "gpu/smem/journey.hpp"

namespace tcviz::inline app_scene {

struct SketchColors {
  Color ground, lines, tile, mark, quiet;
};
// Draws `sketch` into the square `room`.
void draw_sketch(Scene& scene, const HopSketch& sketch, const Rect& room, const SketchColors& colors);

}  // namespace tcviz::inline app_scene
