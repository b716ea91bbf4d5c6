// Draws matrices of numbers, such as a fragment before and after an operation: cells are coloured by value and show it;
// a mark shows that it has changed; the colour scale is below.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct ValueGrid {
  std::string title;
  std::span<const double> values;  // row-major; infinities are allowed; NaN: the cell stays empty
  std::span<const double> before;  // cells that differ from these are marked; empty: no marks
};

struct ValueView {
  std::string kind;  // determines the names of the axes
  int rows = 0, cols = 0;
  std::vector<ValueGrid> grids;  // of equal size, with a common colour scale
  std::vector<bool> lit;         // by element: false if it is faded; empty: none is
  Theme theme = Theme::Dark;
  bool stacked = false;  // grids one above the other; false: side by side
  float cell_w = 30, cell_h = 22;
  float label = 10;  // font size of the numbers in cells
  int chars = 5;     // maximum length of a number, in characters
};
// Draws the grids.
Scene build_value_scene(const ValueView& view);

// Sets stacked, cell_w, cell_h, label and chars so that the picture fills `width` by `height`: with the largest numbers
// that have all digits, or else with fewer digits. If numbers would be unreadable, the picture is larger than the area.
void fit_values(ValueView& view, float width, float height);

// Writes a value with at most `most` characters, three to five: "" for NaN, "~0" for a value too small to be written.
std::string value_label(double value, int most = 5);
// Returns the colour of a value on a scale from -most to most: blue below zero, grey at zero, orange above. Infinities
// have the colours of the ends.
Color value_color(double value, double most);

// The element of a grid under a point.
struct ValueHit {
  int grid = 0;
  Element element;
};
// Returns the element at (x, y); none: no cell is there.
std::optional<ValueHit> hit_value(const Scene& scene, float x, float y);

}  // namespace tcviz::inline app_scene
