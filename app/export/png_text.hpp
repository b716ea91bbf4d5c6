// Text chunks of PNG files, written and read by libpng. Knows nothing of layouts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz {

struct PngText {
  std::string key;   // 1 to 79 letters of Latin 1
  std::string text;  // UTF-8
};

// `rgba`: 4 * width * height bytes, not premultiplied. The texts stand before the picture, compressed where that helps.
Result<std::string> encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                               std::span<const PngText> texts);

// Every text of a PNG file, wherever in it.
Result<std::vector<PngText>> png_texts(std::string_view png);
bool is_png(std::string_view bytes);

}  // namespace tcviz
