// A texture of glyphs at the sizes at which they are shown, filled on demand and emptied when it is full: its memory is
// bounded. Knows nothing of texts.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "app/render/gl_objects.hpp"
#include "app/render/glyph_rasterizer.hpp"

namespace tcviz::inline app_render {

// A glyph's place in the atlas and its offset from the pen, in pixels, as shaders/glyph.vert reads them.
struct AtlasGlyph {
  std::int32_t x = 0, y = 0, width = 0, height = 0;
  std::int32_t left = 0, top = 0, unused[2] = {};
};

class GlyphAtlas {
 public:
  static constexpr int side = 2048;        // one byte a texel
  static constexpr int most_pixels = 128;  // larger texts are drawn from this size, magnified

  explicit GlyphAtlas(GlyphRasterizer rasterizer);

  // Returns the glyph, rasterised if it is new. Null if the atlas is full: clear it and ask again for all that are
  // shown.
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
  int shelf_x_ = 0, shelf_y_ = 0, shelf_height_ = 0;  // glyphs stand on shelves, left to right, top to bottom
};

}  // namespace tcviz::inline app_render
