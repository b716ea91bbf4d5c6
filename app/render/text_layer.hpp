// Draws the texts of a scene, sharp at every zoom: each glyph is drawn from a bitmap of exactly its size
// (glyph_atlas.hpp) at a whole pixel. Makes one draw call for each font and size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/render/glyph_atlas.hpp"
#include "app/render/instance_buffer.hpp"
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

// An instance, as shaders/glyph.vert reads it.
struct TextGlyph {
  float x, y, pen;  // anchor of the text in scene units; distance of the pen from it in ems
  Color color;
  std::uint32_t index;  // into the glyphs of the batch
};

class TextLayer {
 public:
  static Result<TextLayer> make();
  void set_scene(const Scene& scene);
  void draw(const View& view);

 private:
  static constexpr std::size_t table_size = 128;  // glyphs of a draw call, as in shaders/glyph.vert

  // All texts of one font and size. The members after `glyphs` depend on the zoom.
  struct Batch {
    Face face;
    float size;                        // scene units
    std::vector<char32_t> characters;  // different ones, at most table_size
    float advance;                     // width of the first character, in ems
    InstanceBuffer glyphs;
    bool shown = false;
    float em = 0, baseline = 0, scale = 1;  // uniforms of shaders/glyph.vert, in pixels
  };
  struct Draft;  // a batch that is being filled

  TextLayer(GlProgram program, GlyphRasterizer rasterizer);
  static Draft& draft_for(std::vector<Draft>& drafts, const Text& text, std::span<const char32_t> characters);
  void add(Draft& draft, const Text& text, std::span<const char32_t> characters) const;
  void finish(const Draft& draft);
  void fit(float zoom);
  bool fit(Batch& batch, AtlasGlyph* table, float zoom);  // returns false if the atlas is full

  GlProgram program_;
  ViewUniforms view_;
  GLint em_, baseline_, scale_;
  GlyphAtlas atlas_;
  GlBuffer tables_;  // table_size glyphs for each batch
  std::vector<AtlasGlyph> table_data_;
  std::vector<Batch> batches_;
  float fitted_zoom_ = 0;
};

}  // namespace tcviz::inline app_render
