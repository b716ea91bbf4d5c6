// A page for a figure about one tensor-core product of a kernel: a title, lines of text, the tiles of A, B and the sum
// (step_scene.hpp), and notes.
#pragma once

#include <string>
#include <vector>

#include "app/scene/pictures/step_scene.hpp"

namespace tcviz::inline app_scene {

struct StepFigure {
  std::string title;
  std::vector<std::string> lines;  // below the title
  std::vector<std::string> notes;  // below the picture: where the data is from
  StepTiles tiles;
};

// Draws the page, on white.
Scene step_page(const StepFigure& figure);

}  // namespace tcviz::inline app_scene
