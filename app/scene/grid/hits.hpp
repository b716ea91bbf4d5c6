// The place of a slot in a scene of layouts, and the thing at a point. Arithmetic only: no search over cells.
#pragma once

#include <optional>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Returns the place of one of `owners` parts of an element's cell: the rectangle of its CellPart, for outlines. Not for
// grids of slots.
Rect part_rect(const GridFrame& frame, Element element, int owners, int part);
// Returns the rectangle of a slot's CellPart, in any grid; nothing if the slot holds no element.
std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot);

// The thing under a point: the element, and the number of its owner. There is none between or outside the grids.
struct Hit {
  int grid = 0;
  Element element;
  int part = 0;
  std::int32_t slot = 0;
  int layout = 0;  // index among the scene's
};
std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y);
std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y);

}  // namespace tcviz::inline app_scene
