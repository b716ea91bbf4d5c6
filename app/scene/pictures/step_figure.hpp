// A step of a kernel as it was found, on white paper: a title, lines of text, the three tiles, and the sources. Knows
// nothing of kernels.
#pragma once

#include <string>
#include <vector>

#include "app/scene/pictures/step_scene.hpp"

namespace tcviz::inline app_scene {

struct StepFigure {
  std::string title;
  std::vector<std::string> lines;  // below the title
  std::vector<std::string> notes;  // below the picture: the sources
  StepTiles tiles;
};

Scene step_page(const StepFigure& figure);

}  // namespace tcviz::inline app_scene
