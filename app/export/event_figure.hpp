// A product as it was found in a kernel: A left, B above, the sum in the corner, and in every cell which element it
// holds. Knows nothing of kernels.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.hpp"

namespace tcviz {
inline namespace app_export {

struct EventCell {
  std::string text, below;  // below: who holds it
  int hue = 0, shade = 0;
  bool outlined = false, hatched = false;
};

struct EventTile {
  std::string name;
  int rows = 0, cols = 0;
  std::vector<EventCell> cells;  // row by row
};

struct EventFigure {
  std::string title;
  std::vector<std::string> lines;  // below the title
  std::vector<std::string> notes;  // below the picture: where it comes from
  EventTile a, b, sum;
};

Scene event_scene(const EventFigure& figure);

}  // namespace app_export
}  // namespace tcviz
