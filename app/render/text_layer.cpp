// Instances of shaders/glyph.vert. Positions are in scene units and ems, so a zoom changes only the small tables.
#include "app/render/text_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "app/render/grid_renderer.hpp"
#include "app/render/utf8.hpp"

namespace tcviz::inline app_render {
namespace {

// Parts of a text's width that lie left of its anchor, by Align.
constexpr std::array<float, 3> before_anchor{0.0F, 0.5F, 1.0F};

using Type = InstanceInput::Type;
constexpr std::array layer_inputs{InstanceInput{Type::Float, 3, offsetof(TextGlyph, x)},
                                  InstanceInput{Type::Color, 4, offsetof(TextGlyph, color)},
                                  InstanceInput{Type::Unsigned, 1, offsetof(TextGlyph, index)}};

std::size_t index_of(std::span<const char32_t> characters, char32_t character) {
  return static_cast<std::size_t>(std::ranges::find(characters, character) - characters.begin());
}

}  // namespace

struct TextLayer::Draft {
  Face face;
  float size;
  std::vector<char32_t> characters;
  std::vector<float> advances;  // the characters', in ems
  std::vector<TextGlyph> glyphs;
  std::vector<Rect> bounds;  // places of the glyphs

  bool takes(const Text& text, std::span<const char32_t> more) const {
    if (face != text.face || size != text.size) return false;
    if (characters.size() + more.size() <= table_size) return true;
    std::vector<char32_t> all = characters;
    for (const char32_t character : more) {
      if (index_of(all, character) == all.size()) all.push_back(character);
    }
    return all.size() <= table_size;
  }
};

Result<TextLayer> TextLayer::make() {
  Result<GlProgram> program = build_program("glyph");
  TCVIZ_TRY(program);
  Result<GlyphRasterizer> rasterizer = GlyphRasterizer::make();
  TCVIZ_TRY(rasterizer);
  return TextLayer(std::move(program).value(), std::move(rasterizer).value());
}

TextLayer::TextLayer(GlProgram program, GlyphRasterizer rasterizer)
    : program_(std::move(program)),
      view_(program_),
      em_(glGetUniformLocation(program_.get(), "em")),
      baseline_(glGetUniformLocation(program_.get(), "baseline")),
      scale_(glGetUniformLocation(program_.get(), "scale")),
      atlas_(std::move(rasterizer)) {
  static_assert(sizeof(AtlasGlyph) == 32 && table_size * sizeof(AtlasGlyph) <= 16384,
                "the least that a block may hold");
  glUniformBlockBinding(program_.get(), glGetUniformBlockIndex(program_.get(), "Table"), 0);
}

void TextLayer::set_scene(const Scene& scene) {
  std::vector<Draft> drafts;
  std::vector<char32_t> characters;
  std::vector<Rect> anchors;
  for (const Text& text : scene.texts) anchors.push_back({text.x, text.y, 0, 0});
  for (const std::uint32_t k : order_by_tile(anchors)) {
    const Text& text = scene.texts[k];
    decode_utf8(text.text, characters);
    add(draft_for(drafts, text, characters), text, characters);
  }
  batches_.clear();
  for (const Draft& draft : drafts) finish(draft);
  table_data_.assign(batches_.size() * table_size, AtlasGlyph{});
  glBindBuffer(GL_UNIFORM_BUFFER, tables_.get());
  const auto bytes = static_cast<GLsizeiptr>(table_data_.size() * sizeof(AtlasGlyph));
  glBufferData(GL_UNIFORM_BUFFER, bytes, nullptr, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_UNIFORM_BUFFER, 0);
  fitted_zoom_ = 0;
}

TextLayer::Draft& TextLayer::draft_for(std::vector<Draft>& drafts, const Text& text,
                                       std::span<const char32_t> characters) {
  const auto fits = [&](const Draft& draft) { return draft.takes(text, characters); };
  const auto found = std::ranges::find_if(drafts, fits);
  return found != drafts.end() ? *found : drafts.emplace_back(Draft{text.face, text.size, {}, {}, {}, {}});
}

void TextLayer::add(Draft& draft, const Text& text, std::span<const char32_t> characters) const {
  const std::size_t first = draft.glyphs.size();
  float pen = 0;
  for (char32_t character : characters) {
    const std::size_t index = index_of(draft.characters, character);
    if (index == table_size) continue;  // a single text of more different characters than any real one has
    if (index == draft.characters.size()) {
      draft.characters.push_back(character);
      draft.advances.push_back(atlas_.rasterizer().advance(text.face, character));
    }
    draft.glyphs.push_back({text.x, text.y, pen, text.color, static_cast<std::uint32_t>(index)});
    pen += draft.advances[index];
  }
  const float shift = pen * before_anchor[static_cast<std::size_t>(text.align)];
  for (std::size_t k = first; k < draft.glyphs.size(); ++k) {
    TextGlyph& glyph = draft.glyphs[k];
    glyph.pen -= shift;
    // Rounding may move a glyph by a tenth of the text's length; this is roomier than that.
    const float x = text.x + glyph.pen * text.size, room = text.size * (1 + std::abs(glyph.pen) / 5);
    draft.bounds.push_back({x - room, text.y - room, 2 * room + text.size, 2 * room});
  }
}

void TextLayer::finish(const Draft& draft) {
  batches_.push_back({draft.face, draft.size, draft.characters, draft.advances.empty() ? 0 : draft.advances.front(),
                      InstanceBuffer(sizeof(TextGlyph), layer_inputs)});
  batches_.back().glyphs.fill(std::span<const TextGlyph>(draft.glyphs), draft.bounds, GL_STATIC_DRAW);
}

void TextLayer::fit(float zoom) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    bool all = true;
    for (std::size_t k = 0; k < batches_.size(); ++k) all &= fit(batches_[k], &table_data_[k * table_size], zoom);
    if (all) break;
    atlas_.clear();  // full of sizes that are not shown any more
  }
  glBindBuffer(GL_UNIFORM_BUFFER, tables_.get());
  const std::span<const AtlasGlyph> data(table_data_);
  glBufferSubData(GL_UNIFORM_BUFFER, 0, static_cast<GLsizeiptr>(data.size_bytes()), data.data());
  fitted_zoom_ = zoom;
}

bool TextLayer::fit(Batch& batch, AtlasGlyph* table, float zoom) {
  const float wanted = batch.size * zoom;
  batch.shown = wanted >= GridRenderer::min_text_pixels;
  if (!batch.shown) return true;
  const int pixels = static_cast<int>(std::min(std::round(wanted), static_cast<float>(GlyphAtlas::most_pixels)));
  batch.scale = std::max(1.0F, wanted / static_cast<float>(GlyphAtlas::most_pixels));
  batch.em = static_cast<float>(pixels) * batch.scale;
  // Figures that are all equally wide must also stand equally far apart: a whole number of pixels.
  if (batch.face == Face::Mono && batch.advance > 0) batch.em = std::round(batch.em * batch.advance) / batch.advance;
  batch.baseline = static_cast<float>(atlas_.rasterizer().figure_height(batch.face, pixels)) * batch.scale / 2;
  for (char32_t character : batch.characters) {
    const AtlasGlyph* glyph = atlas_.find(batch.face, pixels, character);
    if (glyph == nullptr) return false;
    *table++ = *glyph;
  }
  return true;
}

void TextLayer::draw(const View& view) {
  if (batches_.empty()) return;
  if (fitted_zoom_ != view.zoom) fit(view.zoom);
  const Rect seen = seen_part(view);
  glUseProgram(program_.get());
  view_.set(view, false);
  glBindTexture(GL_TEXTURE_2D, atlas_.texture());
  glBindSampler(0, 0);
  for (std::size_t k = 0; k < batches_.size(); ++k) {
    const Batch& batch = batches_[k];
    if (!batch.shown) continue;
    constexpr auto bytes = static_cast<GLsizeiptr>(table_size * sizeof(AtlasGlyph));
    glBindBufferRange(GL_UNIFORM_BUFFER, 0, tables_.get(), static_cast<GLintptr>(k) * bytes, bytes);
    glUniform1f(em_, batch.em);
    glUniform1f(baseline_, batch.baseline);
    glUniform1f(scale_, batch.scale);
    batch.glyphs.draw(seen);
  }
}

}  // namespace tcviz::inline app_render
