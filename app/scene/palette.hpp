// Colours of threads and registers. Colour-blind safe; colour never carries the meaning alone.
#pragma once

#include "app/scene/scene.hpp"

namespace tcviz {

// Hue by tid / 4, shade by tid % 4.
Color thread_color(int tid, int threads);
// A sequential scale over 0 .. values-1.
Color register_color(int i, int values);
// Black or white, whichever has the larger contrast (WCAG 2.1, relative luminance) on `fill`.
Color label_color(Color fill);
double contrast_ratio(Color a, Color b);

}  // namespace tcviz
