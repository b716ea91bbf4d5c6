// Finds the rectangle of a slot in a scene of layouts, and the element at a point. Computes both from the grid's
// position, without a search.
#pragma once

#include <optional>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Returns the rectangle of part `part` of an element with `owners` owners. Not for grids of slots.
Rect part_rect(const GridFrame& frame, Element element, int owners, int part);
// Returns the rectangle of a slot in any grid; none if the slot has no element.
std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot);

// The element and the owner at a point.
struct Hit {
  int grid = 0;
  Element element;
  int part = 0;           // number of the owner, in slot order
  std::int32_t slot = 0;  // slot number of the owner
  int layout = 0;         // index into the scene's layouts
};
// Returns the element and owner at (x, y); none between and outside of the grids.
std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y);
std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y);

}  // namespace tcviz::inline app_scene
