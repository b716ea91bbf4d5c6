// Colours by lightness, chroma and hue, as palettes are made: equal steps look equal (Ottosson 2020, OKLCH).
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct Lch {
  double lightness, chroma, hue;  // 0..1; 0 grey; degrees
};

// Returns the nearest colour of the same lightness and hue that sRGB can show.
Color srgb(Lch color);

}  // namespace tcviz::inline app_scene
