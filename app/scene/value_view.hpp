// Matrices of numbers as a scene: what a fragment holds before and after an operation. Coloured by value, with the
// value in every cell, a mark where it has changed, and the scale below.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/scene/scene.hpp"

namespace tcviz {

struct ValueGrid {
  std::string title;
  std::span<const double> values;  // row-major; may hold infinities, and NaN for "nothing"
  std::span<const double> before;  // cells that are not equal to these are marked; empty: none is
};

struct ValueView {
  std::string kind;  // names the axes
  int rows = 0, cols = 0;
  std::vector<ValueGrid> grids;  // of equal size, drawn with one scale
  std::vector<bool> lit;         // elements that stay bright while the others fade; empty: all do
  Theme theme = Theme::Dark;
  bool stacked = false;
  float cell = 30;  // the width of a cell
};
Scene build_value_scene(const ValueView& view);

// As it stands in a cell: at most five characters; "" for NaN.
std::string value_label(double value);
// Blue below zero, orange above, grey at zero; infinities as the ends of the scale.
Color value_color(double value, double most);

// The element of a grid under a point.
struct ValueHit {
  int grid = 0;
  Element element;
};
std::optional<ValueHit> hit_value(const Scene& scene, float x, float y);

}  // namespace tcviz
