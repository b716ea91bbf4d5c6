// One glyph of one of our faces as coverage, by FreeType: hinted in height only, so that the tops and feet of figures
// are sharp while their widths stay true. Knows nothing of OpenGL.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "app/scene/easel/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

struct GlyphBitmap {
  int width = 0, height = 0;               // both 0 for a blank
  int left = 0, top = 0;                   // pixels from the pen to the left edge, from the baseline up to the top edge
  std::span<const std::uint8_t> coverage;  // width * height, top row first; valid until the next call
};

class GlyphRasterizer {
 public:
  // Loads the fonts. Unavailable if FreeType cannot read the font files inside the program.
  static Result<GlyphRasterizer> make();
  GlyphRasterizer(GlyphRasterizer&&) noexcept;
  GlyphRasterizer& operator=(GlyphRasterizer&&) noexcept;
  ~GlyphRasterizer();

  // Draws a character; `pixels` is the size of the em. If the face lacks the character, it draws the face's empty box.
  GlyphBitmap rasterize(Face face, int pixels, char32_t character);
  // Returns the distance that the pen moves, in ems, before any rounding.
  float advance(Face face, char32_t character) const;
  // Returns the height of figures at a size, in pixels.
  int figure_height(Face face, int pixels);

 private:
  struct State;
  explicit GlyphRasterizer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
