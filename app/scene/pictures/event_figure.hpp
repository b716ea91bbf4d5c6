// A product as it was found in a kernel, on white paper: a title, what is to be said, the three tiles, where it comes
// from. Knows nothing of kernels.
#pragma once

#include <string>
#include <vector>

#include "app/scene/pictures/event_scene.hpp"

namespace tcviz::inline app_scene {

struct EventFigure {
  std::string title;
  std::vector<std::string> lines;  // below the title
  std::vector<std::string> notes;  // below the picture: where it comes from
  EventTiles tiles;
};

Scene event_page(const EventFigure& figure);

}  // namespace tcviz::inline app_scene
