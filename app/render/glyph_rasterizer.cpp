// FreeType behind a narrow door.
#include "app/render/glyph_rasterizer.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/render/fonts.hpp"

namespace tcviz::inline app_render {

struct GlyphRasterizer::State {
  FT_Library library = nullptr;
  std::array<FT_Face, 2> faces{};  // by Face
  std::vector<std::uint8_t> coverage;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    for (FT_Face face : faces) {
      if (face != nullptr) FT_Done_Face(face);
    }
    if (library != nullptr) FT_Done_FreeType(library);
  }

  FT_Face face(Face which) const { return faces[static_cast<std::size_t>(which)]; }

  bool open() {
    if (FT_Init_FreeType(&library) != 0) return false;
    for (Face which : {Face::Sans, Face::Mono}) {
      const std::span<const std::byte> file = font_file(which);
      const auto* bytes = reinterpret_cast<const FT_Byte*>(file.data());
      FT_Face& face = faces[static_cast<std::size_t>(which)];
      if (FT_New_Memory_Face(library, bytes, static_cast<FT_Long>(file.size()), 0, &face) != 0) return false;
    }
    return true;
  }

  FT_GlyphSlot render(Face which, int pixels, char32_t character) {
    const FT_Face from = face(which);
    FT_Set_Pixel_Sizes(from, 0, static_cast<FT_UInt>(pixels));
    const FT_Error error = FT_Load_Char(from, character, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT);
    return error == 0 ? from->glyph : nullptr;
  }
};

GlyphRasterizer::GlyphRasterizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlyphRasterizer::GlyphRasterizer(GlyphRasterizer&&) noexcept = default;
GlyphRasterizer& GlyphRasterizer::operator=(GlyphRasterizer&&) noexcept = default;
GlyphRasterizer::~GlyphRasterizer() = default;

Result<GlyphRasterizer> GlyphRasterizer::make() {
  auto state = std::make_unique<State>();
  if (!state->open()) return unavailable("FreeType cannot read the fonts inside the program: build it again.");
  return GlyphRasterizer(std::move(state));
}

GlyphBitmap GlyphRasterizer::rasterize(Face face, int pixels, char32_t character) {
  const FT_GlyphSlot slot = state_->render(face, pixels, character);
  if (slot == nullptr || slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY) return {};
  const FT_Bitmap& bitmap = slot->bitmap;
  state_->coverage.resize(static_cast<std::size_t>(bitmap.width) * bitmap.rows);
  auto to = state_->coverage.begin();
  for (unsigned y = 0; y < bitmap.rows; ++y) {
    to = std::copy_n(bitmap.buffer + static_cast<std::ptrdiff_t>(y) * bitmap.pitch, bitmap.width, to);
  }
  return {static_cast<int>(bitmap.width), static_cast<int>(bitmap.rows), slot->bitmap_left, slot->bitmap_top,
          state_->coverage};
}

float GlyphRasterizer::advance(Face face, char32_t character) const {
  const FT_Face from = state_->face(face);
  if (FT_Load_Char(from, character, FT_LOAD_NO_SCALE) != 0) return 0;
  return static_cast<float>(from->glyph->metrics.horiAdvance) / static_cast<float>(from->units_per_EM);
}

int GlyphRasterizer::figure_height(Face face, int pixels) {
  const FT_GlyphSlot slot = state_->render(face, pixels, U'1');  // flat at both ends, unlike 0
  return slot == nullptr ? 0 : slot->bitmap_top;
}

}  // namespace tcviz::inline app_render
