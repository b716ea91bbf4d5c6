// Two layouts of one kind, slot by slot. Knows nothing of where they come from.
#pragma once

#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

struct MovedSlot {
  Slot slot;
  std::int32_t from = no_element, to = no_element;  // linear elements
};

struct LayoutDiff {
  int slots = 0;                 // that were compared
  std::vector<MovedSlot> moved;  // in slot order
  bool equal() const { return moved.empty(); }
};

// Refuses layouts of other sizes: their slots are not the same ones.
Result<LayoutDiff> compare(const Layout& from, const Layout& to);

}  // namespace tcviz::inline gpu_layout
