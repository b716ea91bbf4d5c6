// Matrices of numbers as a scene: the contents of a fragment before and after an operation. Coloured by value, with the
// value in every cell, a mark if it has changed, and the scale below.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct ValueGrid {
  std::string title;
  std::span<const double> values;  // row-major; may hold infinities, and NaN for "nothing"
  std::span<const double> before;  // cells that are not equal to these are marked; empty: none is
};

struct ValueView {
  std::string kind;  // names the axes
  int rows = 0, cols = 0;
  std::vector<ValueGrid> grids;  // equally large, drawn with one scale
  std::vector<bool> lit;         // elements that stay bright while the others fade; empty: all stay
  Theme theme = Theme::Dark;
  bool stacked = false;
  float cell_w = 30, cell_h = 22;
  float label = 10;  // size of the numbers in the cells
  int chars = 5;     // at most, of a number
};
Scene build_value_scene(const ValueView& view);

// Chooses the arrangement, cells and numbers that are read best in a room: the largest numbers with all digits, or else
// fewer digits. Never cells without numbers: if none can be read, cells keep a size, and the scene is larger than the
// room.
void fit_values(ValueView& view, float width, float height);

// Returns the value as it stands in a cell of `most` characters, three to five; "" for NaN, "~0" for a value too small
// to be written.
std::string value_label(double value, int most = 5);
// Returns blue below zero, orange above, grey at zero; infinities as the ends of the scale.
Color value_color(double value, double most);

// The element of a grid under a point.
struct ValueHit {
  int grid = 0;
  Element element;
};
std::optional<ValueHit> hit_value(const Scene& scene, float x, float y);

}  // namespace tcviz::inline app_scene
