// A picture as bytes, and as a PNG. Knows nothing of OpenGL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // width * height * 4 bytes, top row first

  Color at(int x, int y) const;  // (0, 0) is the top left; must be inside
};

// Writes the bytes of a PNG file by cairo. Opaque: a window has no transparent places, so alpha is left out.
Result<std::string> encode_png(const Pixels& pixels);

}  // namespace tcviz::inline app_render
