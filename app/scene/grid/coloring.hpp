// Which colour every slot of a layout has, and what the colours say in the legend. Knows nothing of positions.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

struct CellLook {
  Color fill, label;
  Hatch hatch = Hatch::None;
};

// Slots of one class look alike.
struct Coloring {
  std::string name;                    // "tid", "x[i]", "tid/4", "R", ...
  std::vector<std::int32_t> class_of;  // of every slot; 0 if a slot holds no element
  std::vector<CellLook> looks;         // of every class
  std::vector<std::string> numbers;    // of every class, for the legend
  bool numbered = true;  // the legend has room for a number in every swatch; false: a strip with some numbers beside it
  bool lined = false;    // the legend needs lines around its swatches
};

// The meaning of Automatic in a grid.
ColorBy resolved(ColorBy by, Channel channel);

// `by` is not Automatic. Expression without a function in the style: by thread.
Coloring make_coloring(const Layout& layout, ColorBy by, const SceneStyle& style);

}  // namespace tcviz::inline app_scene
