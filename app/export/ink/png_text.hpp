// PNG files with their text chunks, written and read by libpng. Knows nothing of layouts.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_export {

struct PngText {
  std::string key;   // 1 to 79 letters of Latin 1
  std::string text;  // UTF-8
};

// `rgba`: 4 * width * height bytes, not premultiplied. The texts stand before the picture, compressed if that helps.
Result<std::string> encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                               std::span<const PngText> texts);
// The same with its rows asked for one after the other, from the top: 4 * width bytes that live until the next is asked
// for. Whole pictures of some hundred megapixels need not be in memory then.
using PngRows = std::function<const std::uint8_t*(int y)>;
// `dpi`: pixels of an inch; 0: not said.
Result<std::string> encode_png(int width, int height, const PngRows& rows, std::span<const PngText> texts,
                               double dpi = 0);

// Every text of a PNG file, wherever in it.
Result<std::vector<PngText>> png_texts(std::string_view png);
bool is_png(std::string_view bytes);
// What a PNG's first chunk says, and its pixels as encode_png takes them. Negative where the sides are not these.
struct PngSides {
  std::uint32_t width = 0, height = 0;
  friend bool operator==(const PngSides&, const PngSides&) = default;
};
PngSides png_sides(std::string_view png);
Result<std::vector<std::uint8_t>> png_pixels(std::string_view png, PngSides sides);

}  // namespace tcviz::inline app_export
