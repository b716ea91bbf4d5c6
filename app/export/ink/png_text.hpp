// Writes and reads PNG files and their text chunks, with libpng.
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
  std::string key;   // 1 to 79 characters of Latin-1
  std::string text;  // UTF-8
};

// Writes a PNG from `rgba`: 4 * width * height bytes, not premultiplied, top row first. The texts come before the
// pixels in the file, compressed if that makes them smaller.
Result<std::string> encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                               std::span<const PngText> texts);
// Returns row `y` of a picture, 4 * width bytes; called in ascending order from the top. The bytes must stay valid
// until the next call. Avoids having a large picture in memory as a whole.
using PngRows = std::function<const std::uint8_t*(int y)>;
// Writes a PNG from `rows`. `dpi`: pixels per inch, stored in the file; 0: not stored.
Result<std::string> encode_png(int width, int height, const PngRows& rows, std::span<const PngText> texts,
                               double dpi = 0);

// Returns all texts of a PNG file.
Result<std::vector<PngText>> png_texts(std::string_view png);
bool is_png(std::string_view bytes);
// The size of a PNG.
struct PngSides {
  std::uint32_t width = 0, height = 0;
  friend bool operator==(const PngSides&, const PngSides&) = default;
};
// Returns the size in the first chunk of the file.
PngSides png_sides(std::string_view png);
// Returns the pixels, in the form that encode_png takes. Returns the error Negative if the size is not `sides`.
Result<std::vector<std::uint8_t>> png_pixels(std::string_view png, PngSides sides);

}  // namespace tcviz::inline app_export
