// An element or a rectangle of elements of the layouts on screen.
#pragma once

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// One slot of one element: under the pointer, or pinned. `layout` counts the layouts of the view: 0 except in a product
// (A, B, accumulator) and a comparison (left, right).
struct Pick {
  Element element;
  Slot slot;
  int layout = 0;
  friend bool operator==(const Pick&, const Pick&) = default;
};

// A rectangle of elements of one of the view's layouts, both ends included. In the view of threads its rows count
// threads and its columns values.
struct Band {
  Element first, last;
  int layout = 0;
  friend bool operator==(const Band&, const Band&) = default;
};

}  // namespace tcviz::inline app_session
