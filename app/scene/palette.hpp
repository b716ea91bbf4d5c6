// Colours of threads and registers. Colour-blind safe; colour never carries the meaning alone.
#pragma once

#include "app/scene/scene.hpp"

namespace tcviz {

// What a cell is filled with.
struct Paint {
  Color fill;
  Hatch hatch = Hatch::None;
  friend bool operator==(const Paint&, const Paint&) = default;
};

// Number n of `count`: threads (hue by tid / 4, shade by tid % 4), things without an order, and steps of a scale. Print
// has greys and hatches in their place.
Paint thread_paint(Palette palette, int tid, int threads);
Paint category_paint(Palette palette, int n, int count);
Paint scale_paint(Palette palette, int n, int count);

// Near the background: for what is filtered out.
Color faded(Color color, Color background);

// The safe palette. Hue by tid / 4, shade by tid % 4.
Color thread_color(int tid, int threads);
// A sequential scale over 0 .. values-1.
Color register_color(int i, int values);
// Black or white, whichever has the larger contrast (WCAG 2.1, relative luminance) on `fill`.
Color label_color(Color fill);
double contrast_ratio(Color a, Color b);

}  // namespace tcviz
