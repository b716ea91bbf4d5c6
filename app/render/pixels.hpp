// A picture as bytes in memory, and its conversion to a PNG.
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

  Color at(int x, int y) const;  // (0, 0) is the top left pixel; (x, y) must be inside
};

// Returns the bytes of a PNG file. Ignores alpha: all pixels are opaque.
Result<std::string> encode_png(const Pixels& pixels);

}  // namespace tcviz::inline app_render
