// The fill colour and hatching that stand for a number (of a thread, a value, a category) in each palette, and the
// colour of a text on top.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct Paint {
  Color fill;
  Hatch hatch = Hatch::None;
  friend bool operator==(const Paint&, const Paint&) = default;
};

// Returns the paint of a thread: a hue by tid / 4 in a shade by tid % 4. Palette::Print: a hatch by tid / 4 on a grey
// by tid % 4, the same in every warp.
Paint thread_paint(Palette palette, int tid, int threads);
// Returns the paint of a group of four threads (`quad` = tid / 4): a hue in its middle shade. Palette::Print: 32
// paints, which repeat.
Paint quad_paint(Palette palette, int quad, int quads);
// Returns number `n` of a sequential scale of `count` paints. Palette::Print: at most 32 paints; neighbours share one
// if `count` is larger.
Paint scale_paint(Palette palette, int n, int count);
// The number of paints for categories.
inline constexpr int category_count = 8;
// Returns the paint of category `n`, 0 to category_count - 1. Any two of them can be told apart.
Paint category_paint(Palette palette, int n);

// Returns the fill of a thread, or of a value number, in Palette::Safe.
Color thread_color(int tid, int threads);
Color register_color(int i, int values);

// Mixes two colours: `t` = 0 gives a, 1 gives b.
Color mixed(Color a, Color b, double t);
// Returns black or white, whichever has the larger contrast on `fill`; the contrast is at least 4.5:1 (WCAG 2.1).
Color label_color(Color fill);
// Returns the contrast of two colours by WCAG 2.1, from their relative luminance: 1 to 21.
double contrast_ratio(Color a, Color b);

}  // namespace tcviz::inline app_scene
