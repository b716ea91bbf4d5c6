// A texture with the glyphs of the fonts, each at the pixel sizes at which it is shown. It has a fixed size; glyphs are
// added on demand, and if it is full, it is cleared.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "app/render/gl_objects.hpp"
#include "app/render/glyph_rasterizer.hpp"

namespace tcviz::inline app_render {

// The rectangle of a glyph in the texture, and its offset from the pen (the drawing position), in pixels. Has the
// layout that shaders/glyph.vert reads.
struct AtlasGlyph {
  std::int32_t x = 0, y = 0, width = 0, height = 0;
  std::int32_t left = 0, top = 0, unused[2] = {};
};

class GlyphAtlas {
 public:
  static constexpr int side = 2048;        // texels; a texel is one byte
  static constexpr int most_pixels = 128;  // largest font size; larger texts are magnified from it

  explicit GlyphAtlas(GlyphRasterizer rasterizer);

  // Returns the glyph; adds it if it is new. Returns null if the texture is full: call clear(), and ask again for all
  // visible glyphs.
  const AtlasGlyph* find(Face face, int pixels, char32_t character);
  void clear();

  GLuint texture() const { return texture_.get(); }
  GlyphRasterizer& rasterizer() { return rasterizer_; }
  const GlyphRasterizer& rasterizer() const { return rasterizer_; }

 private:
  bool place(AtlasGlyph& glyph);
  void write(const AtlasGlyph& glyph, const GlyphBitmap& bitmap) const;

  GlyphRasterizer rasterizer_;
  GlTexture texture_;
  std::unordered_map<std::uint64_t, AtlasGlyph> glyphs_;
  int shelf_x_ = 0, shelf_y_ = 0, shelf_height_ = 0;  // glyphs are placed in rows, left to right, top to bottom
};

}  // namespace tcviz::inline app_render
