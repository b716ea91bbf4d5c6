// Draws the filled rectangles of a scene: the background of the grids, the cells, and the boxes of the legend.
#pragma once

#include <cstdint>

#include "app/render/instance_buffer.hpp"
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

class QuadLayer {
 public:
  static Result<QuadLayer> make();
  void set_scene(const Scene& scene);
  void draw(const View& view, bool lines) const;
  // Draws `color`, partly transparent, over the cells that the view dims.
  void draw_veil(const View& view, bool lines, Color color) const;

 private:
  explicit QuadLayer(GlProgram program);
  void use(const View& view, bool lines, Color veil, float strength) const;

  GlProgram program_;
  ViewUniforms view_;
  GLint veil_, shown_slots_, hatching_;
  InstanceBuffer grounds_, boxes_;  // backgrounds; cells and boxes
};

}  // namespace tcviz::inline app_render
