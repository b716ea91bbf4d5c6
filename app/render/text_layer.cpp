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

namespace tcviz {
namespace {

// Parts of a text's width that lie left of its anchor, by Align.
constexpr std::array<float, 3> before_anchor{0.0F, 0.5F, 1.0F};

std::size_t index_of(std::span<const char32_t> characters, char32_t character) {
  return static_cast<std::size_t>(std::ranges::find(characters, character) - characters.begin());
}

}  // namespace

struct TextLayer::Draft {
  Face face;
  float size;
  std::vector<char32_t> characters;
  std::vector<float> advances;  // of the characters, in ems
  std::vector<Glyph> glyphs;

  bool takes(const Text& text, std::span<const char32_t> more) const {
    if (face != text.face || size != text.size) return false;
    if (characters.size() + more.size() <= table_size) return true;
    const auto is_new = [this](char32_t c) { return index_of(characters, c) == characters.size(); };
    return characters.size() + static_cast<std::size_t>(std::ranges::count_if(more, is_new)) <= table_size;
  }
};

Result<TextLayer> TextLayer::make() {
  Result<GlProgram> program = build_program("glyph");
  if (!program) return program.error();
  Result<GlyphRasterizer> rasterizer = GlyphRasterizer::make();
  if (!rasterizer) return rasterizer.error();
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
  for (const Text& text : scene.texts) {
    decode_utf8(text.text, characters);
    if (characters.size() > table_size) characters.resize(table_size);
    add(draft_for(drafts, text, characters), text, characters);
  }
  batches_.clear();
  for (const Draft& draft : drafts) finish(draft);
  table_data_.assign(batches_.size() * table_size, AtlasGlyph{});
  upload(tables_, std::span<const AtlasGlyph>(table_data_), GL_DYNAMIC_DRAW);
  fitted_zoom_ = 0;
}

TextLayer::Draft& TextLayer::draft_for(std::vector<Draft>& drafts, const Text& text,
                                       std::span<const char32_t> characters) {
  const auto fits = [&](const Draft& draft) { return draft.takes(text, characters); };
  const auto found = std::ranges::find_if(drafts, fits);
  return found != drafts.end() ? *found : drafts.emplace_back(Draft{text.face, text.size, {}, {}, {}});
}

void TextLayer::add(Draft& draft, const Text& text, std::span<const char32_t> characters) const {
  const std::size_t first = draft.glyphs.size();
  float pen = 0;
  for (char32_t character : characters) {
    const std::size_t index = index_of(draft.characters, character);
    if (index == draft.characters.size()) {
      draft.characters.push_back(character);
      draft.advances.push_back(atlas_.rasterizer().advance(text.face, character));
    }
    draft.glyphs.push_back({text.x, text.y, pen, text.color, static_cast<std::uint32_t>(index)});
    pen += draft.advances[index];
  }
  const float shift = pen * before_anchor[static_cast<std::size_t>(text.align)];
  for (std::size_t k = first; k < draft.glyphs.size(); ++k) draft.glyphs[k].pen -= shift;
}

void TextLayer::finish(const Draft& draft) {
  using Type = InstanceInput::Type;
  constexpr std::array inputs{InstanceInput{Type::Float, 3, offsetof(Glyph, x)},
                              InstanceInput{Type::Color, 4, offsetof(Glyph, color)},
                              InstanceInput{Type::Unsigned, 1, offsetof(Glyph, index)}};
  Batch& batch = batches_.emplace_back();
  batch.face = draft.face;
  batch.size = draft.size;
  batch.characters = draft.characters;
  batch.advance = draft.advances.empty() ? 0 : draft.advances.front();
  batch.count = static_cast<GLsizei>(draft.glyphs.size());
  set_instance_inputs(batch.array, batch.buffer, sizeof(Glyph), inputs);
  upload(batch.buffer, std::span(draft.glyphs), GL_STATIC_DRAW);
}

void TextLayer::fit(float zoom) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    bool all = true;
    for (std::size_t k = 0; k < batches_.size(); ++k) all &= fit(batches_[k], &table_data_[k * table_size], zoom);
    if (all) break;
    atlas_.clear();  // full of sizes that are shown no more
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
  glUseProgram(program_.get());
  view_.set(view, 0);
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
    draw_instances(batch.array, batch.count);
  }
}

}  // namespace tcviz
