// The colour of every slot of a layout, and the legend's words for the colours. Knows nothing of positions.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

struct CellLook {
  Color fill, label;
  Hatch hatch = Hatch::None;
};

// Classes of slots: those of one class look alike.
struct Coloring {
  std::string name;                    // "tid", "x[i]", "tid/4", "R", ...
  std::vector<std::int32_t> class_of;  // the class of every slot; 0 if a slot holds no element
  std::vector<CellLook> looks;         // the look of every class
  std::vector<std::string> numbers;    // the number of every class, for the legend
  bool numbered = true;  // the legend has room for a number in every swatch; false: a strip with some numbers beside it
  bool lined = false;    // the legend needs lines around its swatches
};

// Returns the meaning of Automatic in a grid, and every other choice as it is.
ColorBy resolved(ColorBy by, Channel channel);

// Colours the slots of a layout; `by` is not Automatic. Expression without a function in the style: by thread.
Coloring make_coloring(const Layout& layout, ColorBy by, const SceneStyle& style);

}  // namespace tcviz::inline app_scene
