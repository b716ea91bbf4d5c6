// A selected element, or a selected rectangle of elements, of the layouts on screen.
#pragma once

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// An element with one of the slots (thread and value) that own it: under the pointer, or pinned by a click. `layout`:
// index of its layout in the view, 0 except in a product (A, B, accumulator) and in a comparison (left, right).
struct Pick {
  Element element;
  Slot slot;
  int layout = 0;
  friend bool operator==(const Pick&, const Pick&) = default;
};

// A rectangle of elements, `first` and `last` included, of the view's layout number `layout`. In the view Threads, row
// is a thread number and col a value number.
struct Band {
  Element first, last;
  int layout = 0;
  friend bool operator==(const Band&, const Band&) = default;
};

}  // namespace tcviz::inline app_session
