// The lines of a hatch inside a rectangle, for formats that have no patterns of their own. Their places are the scene's
// (scene.hpp, Hatch).
#pragma once

#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_export {

struct HatchLines {
  std::vector<std::array<Point, 2>> lines;  // hatch_width wide
  std::vector<Point> dots;                  // discs of radius hatch_dot
};
// Returns the middle lines that lie in the rectangle, cut off at its sides, and the dots whose middle lies in it. A
// caller that wants them whole takes a smaller rectangle; one that clips takes a larger one.
HatchLines hatch_lines(const Rect& rect, Hatch hatch);
Rect grown(const Rect& rect, float by);  // negative: smaller, but never less than nothing

}  // namespace tcviz::inline app_export
