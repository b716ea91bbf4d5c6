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

// Writes a PNG from `rgba`: 4 * width * height bytes, not premultiplied. The texts stand before the picture, compressed
// if that helps.
Result<std::string> encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                               std::span<const PngText> texts);
// The rows of a picture, from the top: 4 * width bytes that live until the writer asks for the next row. Pictures of
// some hundred megapixels need not be in memory as a whole.
using PngRows = std::function<const std::uint8_t*(int y)>;
// Writes a PNG from rows that it asks for one after the other. `dpi`: pixels of an inch; 0: not said.
Result<std::string> encode_png(int width, int height, const PngRows& rows, std::span<const PngText> texts,
                               double dpi = 0);

// Returns every text of a PNG file, wherever it stands.
Result<std::vector<PngText>> png_texts(std::string_view png);
bool is_png(std::string_view bytes);
// The sides in a PNG's first chunk. png_pixels returns the pixels as encode_png takes them, and Negative if the sides
// differ from `sides`.
struct PngSides {
  std::uint32_t width = 0, height = 0;
  friend bool operator==(const PngSides&, const PngSides&) = default;
};
PngSides png_sides(std::string_view png);
Result<std::vector<std::uint8_t>> png_pixels(std::string_view png, PngSides sides);

}  // namespace tcviz::inline app_export
