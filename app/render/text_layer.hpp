// The texts of a scene, glyph by glyph, crisp at every zoom: glyphs come from an atlas at the size at which they are
// shown and stand on whole pixels. One draw for each face and size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/render/glyph_atlas.hpp"
#include "app/render/instance_buffer.hpp"
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

// The inputs of shaders/glyph.vert.
struct TextGlyph {
  float x, y, pen;  // the text's anchor in scene units; the pen from there in ems
  Color color;
  std::uint32_t index;  // into the table of glyphs
};

class TextLayer {
 public:
  static Result<TextLayer> make();
  void set_scene(const Scene& scene);
  void draw(const View& view);

 private:
  static constexpr std::size_t table_size = 128;  // glyphs of one draw, as in shaders/glyph.vert

  // Texts of one face and size. The members after `glyphs` depend on the zoom.
  struct Batch {
    Face face;
    float size;                        // scene units
    std::vector<char32_t> characters;  // at most table_size
    float advance;                     // the first character's, in ems
    InstanceBuffer glyphs;
    bool shown = false;
    float em = 0, baseline = 0, scale = 1;  // in pixels, as the uniforms of shaders/glyph.vert
  };
  struct Draft;  // a batch while it is filled

  TextLayer(GlProgram program, GlyphRasterizer rasterizer);
  static Draft& draft_for(std::vector<Draft>& drafts, const Text& text, std::span<const char32_t> characters);
  void add(Draft& draft, const Text& text, std::span<const char32_t> characters) const;
  void finish(const Draft& draft);
  void fit(float zoom);
  bool fit(Batch& batch, AtlasGlyph* table, float zoom);  // false if the atlas is full

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
