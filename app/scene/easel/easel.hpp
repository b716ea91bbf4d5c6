// Helpers to build a picture (a Scene): they add texts, boxes, cell labels and frames, and choose colours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/theme.hpp"

namespace tcviz::inline app_scene {

// Returns the red for the frames and numbers of wrong cells, readable on `background`.
Color wrong_color(Color background);

// Returns the rank of each number in ascending order, from 0; equal numbers share a rank. A negative number means "no
// number" and has rank -1.
std::map<std::int64_t, int> ranks(const std::vector<std::int64_t>& numbers);
// Returns the colour of an element by the ranks of its row and its column.
Color rank_color(int hue, int shade);

// Returns the rectangle of an element's cell. `matrix`: rectangle of all cells; cell_w, cell_h: distance from one cell
// to the next, of which the last unit is a free line.
Rect cell_rect(const Rect& matrix, float cell_w, float cell_h, Element element);
// Returns the element whose cell contains (x, y); none outside of `matrix`.
std::optional<Element> cell_at(const Rect& matrix, float cell_w, float cell_h, float x, float y);

// Adds texts, boxes and frames to a scene, in the colours of a theme.
class Easel {
 public:
  Easel(Scene& scene, Theme theme) : colors(theme_colors(theme)), scene_(scene) {
    scene.background = colors.background;
  }

  // Adds a text at (x, y); see Text in scene.hpp.
  void text(float x, float y, float size, Align align, Face face, TextRole role, Color color, std::string words);
  void title(float x, float y, float size, std::string words);  // the title of a grid
  // Adds a text in the monospaced font, in the colour of axis numbers.
  void number(float x, float y, float size, Align align, std::string words, TextRole role = TextRole::AxisNumber);
  // Adds a text in the middle of a cell, in black or white, whichever is readable on `fill`.
  void label(const Rect& cell, float size, Color fill, std::string words, TextRole role = TextRole::CellLabel);
  // Adds a filled rectangle. `framed`: with the frame of a cell that differs.
  void box(const Rect& rect, const Paint& paint, bool framed = false);
  // Adds a picture of boxes, texts and outlines with its upper left corner at (x, y).
  void picture(const Scene& part, float x, float y);
  // Adds the red frame of a wrong cell.
  void frame_wrong(const Rect& cell, float thickness = 2);
  // Returns the background colour mixed with the fraction `ink` of the text colour.
  Color pale(double ink) const { return mixed(colors.background, colors.ink, ink); }

  // Returns the x coordinate of the right end of the texts added so far.
  float right() const { return right_; }

  const ThemeColors colors;

 private:
  Scene& scene_;
  float right_ = 0;
};

}  // namespace tcviz::inline app_scene
