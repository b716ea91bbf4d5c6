// Computes the single lines and dots of a hatch (a pattern of lines) in a rectangle, for formats without patterns.
// Their coordinates are fixed in the scene (see Hatch in scene.hpp).
#pragma once

#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_export {

struct HatchLines {
  std::vector<std::array<Point, 2>> lines;  // hatch_width wide
  std::vector<Point> dots;                  // discs of radius hatch_dot
};
// Returns the centre lines in `rect`, cut off at its sides, and the dots with their centre in it. Ignores the width of
// lines and dots: pass a smaller rectangle if they must not cross its edge, a larger one if the output is clipped.
HatchLines hatch_lines(const Rect& rect, Hatch hatch);
// Returns the rectangle with each side moved outwards by `by`, inwards if it is negative (sizes stay at least 0).
Rect grown(const Rect& rect, float by);

}  // namespace tcviz::inline app_export
