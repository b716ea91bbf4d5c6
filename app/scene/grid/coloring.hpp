// The colour of each slot (thread and value) of a layout, and the numbers that the legend gives to the colours.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

struct CellLook {
  Color fill, label;
  Hatch hatch = Hatch::None;
};

// A division of the slots into classes; slots of a class have the same look.
struct Coloring {
  std::string name;                    // name of the quantity, for the legend: "tid", "x[i]", "tid/4", "R", ...
  std::vector<std::int32_t> class_of;  // by slot number: its class; 0 if the slot has no element
  std::vector<CellLook> looks;         // by class
  std::vector<std::string> numbers;    // by class: its number in the legend
  bool numbered = true;  // the legend has a number in each of its boxes; false: a strip of colours with some numbers
  bool lined = false;    // the legend needs lines around its boxes
};

// Returns `by`, or for Automatic the quantity by which a grid of this content is coloured.
ColorBy resolved(ColorBy by, Channel channel);

// Colours the slots of `layout` by a quantity, which must not be Automatic. Expression uses the function style.value,
// or if that is empty, the thread.
Coloring make_coloring(const Layout& layout, ColorBy by, const SceneStyle& style);

}  // namespace tcviz::inline app_scene
