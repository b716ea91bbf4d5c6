// Shelves of glyphs in a one-channel texture.
#include "app/render/glyph_atlas.hpp"

#include <algorithm>
#include <utility>

namespace tcviz::inline app_render {
namespace {

constexpr int margin = 1;  // blank texels between glyphs, for the sizes that are magnified

std::uint64_t key_of(Face face, int pixels, char32_t character) {
  return static_cast<std::uint64_t>(face) << 48 | static_cast<std::uint64_t>(pixels) << 32 | character;
}

}  // namespace

GlyphAtlas::GlyphAtlas(GlyphRasterizer rasterizer) : rasterizer_(std::move(rasterizer)) {
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, side, side, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
  for (GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  for (GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void GlyphAtlas::clear() {
  glyphs_.clear();
  shelf_x_ = shelf_y_ = shelf_height_ = 0;
}

const AtlasGlyph* GlyphAtlas::find(Face face, int pixels, char32_t character) {
  const std::uint64_t key = key_of(face, pixels, character);
  if (const auto known = glyphs_.find(key); known != glyphs_.end()) return &known->second;
  const GlyphBitmap bitmap = rasterizer_.rasterize(face, pixels, character);
  AtlasGlyph glyph{0, 0, bitmap.width, bitmap.height, bitmap.left, bitmap.top, {}};
  if (!place(glyph)) return nullptr;
  write(glyph, bitmap);
  return &glyphs_.emplace(key, glyph).first->second;
}

bool GlyphAtlas::place(AtlasGlyph& glyph) {
  if (shelf_x_ + glyph.width > side) {
    shelf_y_ += shelf_height_;
    shelf_x_ = shelf_height_ = 0;
  }
  if (shelf_y_ + glyph.height > side) return false;
  glyph.x = shelf_x_;
  glyph.y = shelf_y_;
  shelf_x_ += glyph.width + margin;
  shelf_height_ = std::max(shelf_height_, glyph.height + margin);
  return true;
}

void GlyphAtlas::write(const AtlasGlyph& glyph, const GlyphBitmap& bitmap) const {
  if (glyph.width == 0 || glyph.height == 0) return;
  GLint alignment = 4;
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  glTexSubImage2D(GL_TEXTURE_2D, 0, glyph.x, glyph.y, glyph.width, glyph.height, GL_RED, GL_UNSIGNED_BYTE,
                  bitmap.coverage.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
}

}  // namespace tcviz::inline app_render
