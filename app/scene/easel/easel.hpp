// The parts that the painters of pictures share: texts by their role, boxes, the label of a cell in black or white, the
// frame of wrong things, entries of a legend, and colours by rank.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/theme.hpp"

namespace tcviz::inline app_scene {

// Returns the red of wrong things, for a frame or a number that is read on this background.
Color wrong_color(Color background);

// Returns the rank of each number in the order of size, from 0 on; a negative number stands for none and has rank -1.
std::map<std::int64_t, int> ranks(const std::vector<std::int64_t>& numbers);
// Returns the colour of an element by the ranks of its row and its column.
Color rank_color(int hue, int shade);

// Returns the place of an element in a matrix of cells, each with a free line right of it and below.
Rect cell_rect(const Rect& matrix, float cell_w, float cell_h, Element element);
std::optional<Element> cell_at(const Rect& matrix, float cell_w, float cell_h, float x, float y);

// Adds texts, boxes and frames to a scene.
class Easel {
 public:
  Easel(Scene& scene, Theme theme) : colors(theme_colors(theme)), scene_(scene) {
    scene.background = colors.background;
  }

  void text(float x, float y, float size, Align align, Face face, TextRole role, Color color, std::string words);
  void title(float x, float y, float size, std::string words);  // the title of a grid
  void number(float x, float y, float size, Align align, std::string words, TextRole role = TextRole::AxisNumber);
  // Writes a text in the middle of a cell, in black or white.
  void label(const Rect& cell, float size, Color fill, std::string words, TextRole role = TextRole::CellLabel);
  void box(const Rect& rect, const Paint& paint, bool framed = false);
  void frame_wrong(const Rect& cell, float thickness = 2);
  Color pale(double ink) const { return mixed(colors.background, colors.ink, ink); }

  // Returns the x that the texts reach on the right.
  float right() const { return right_; }

  const ThemeColors colors;

 private:
  Scene& scene_;
  float right_ = 0;
};

}  // namespace tcviz::inline app_scene
