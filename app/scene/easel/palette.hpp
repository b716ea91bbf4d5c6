// The look of a number in each palette, and black or white for text on top of it. Colour never carries the meaning
// alone.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct Paint {
  Color fill;
  Hatch hatch = Hatch::None;
  friend bool operator==(const Paint&, const Paint&) = default;
};

// Returns a hue by tid / 4 in a shade by tid % 4. Print: hatch by tid / 4, grey by tid % 4, the same in every warp.
Paint thread_paint(Palette palette, int tid, int threads);
// Returns the hue of tid / 4 alone, in its middle shade. Print: 32 looks, then again from the first.
Paint quad_paint(Palette palette, int quad, int quads);
// Returns a look of a sequential scale over 0 .. count-1. Print: at most 32 looks, shared by neighbours if there are
// more numbers.
Paint scale_paint(Palette palette, int n, int count);
// The number of looks for numbers without an order; a reader can tell every two of them apart. n: 0 ..
// category_count-1.
inline constexpr int category_count = 8;
Paint category_paint(Palette palette, int n);

// Returns a fill of Palette::Safe.
Color thread_color(int tid, int threads);
Color register_color(int i, int values);

// Mixes two colours; `t` = 0: a, 1: b.
Color mixed(Color a, Color b, double t);
// Returns black or white, whichever has the larger contrast (WCAG 2.1, relative luminance) on `fill`: at least 4.5:1.
Color label_color(Color fill);
double contrast_ratio(Color a, Color b);

}  // namespace tcviz::inline app_scene
