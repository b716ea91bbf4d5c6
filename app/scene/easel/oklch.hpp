// Colours by lightness, chroma and hue (OKLCH, Ottosson 2020), from which the palettes are computed. Equal steps look
// equally large.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct Lch {
  double lightness, chroma, hue;  // lightness: 0 to 1; chroma: 0 is grey; hue: degrees
};

// Converts to sRGB. If sRGB cannot show the colour, reduces its chroma until it can.
Color srgb(Lch color);

}  // namespace tcviz::inline app_scene
