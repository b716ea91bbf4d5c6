// Draws single glyphs of the program's fonts as bitmaps, with FreeType. Hints vertically only: the upper and lower
// edges of digits are sharp, and their widths are exact.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "app/scene/easel/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

struct GlyphBitmap {
  int width = 0, height = 0;               // in pixels; both 0 for a blank
  int left = 0, top = 0;                   // pixels from the pen to the left edge, from the baseline up to the top edge
  std::span<const std::uint8_t> coverage;  // opacity, width * height, top row first; valid until the next call
};

class GlyphRasterizer {
 public:
  // Loads the fonts. Returns the error Unavailable if FreeType cannot read them.
  static Result<GlyphRasterizer> make();
  GlyphRasterizer(GlyphRasterizer&&) noexcept;
  GlyphRasterizer& operator=(GlyphRasterizer&&) noexcept;
  ~GlyphRasterizer();

  // Draws a character at the font size `pixels` (pixels per em). Draws an empty box if the font lacks the character.
  GlyphBitmap rasterize(Face face, int pixels, char32_t character);
  // Returns the exact width of a character, by which the pen moves, in ems.
  float advance(Face face, char32_t character) const;
  // Returns the height of digits at the font size `pixels`, in pixels.
  int figure_height(Face face, int pixels);

 private:
  struct State;
  explicit GlyphRasterizer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
