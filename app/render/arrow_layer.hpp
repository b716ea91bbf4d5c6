// Draws thin lines with one draw call: the arrows beside axis names, or the strokes of ticks and crosses. Draws nothing
// if they would be too small to recognize.
#pragma once

#include "app/render/instance_buffer.hpp"
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

class ArrowLayer {
 public:
  static Result<ArrowLayer> make();
  void set_arrows(const Scene& scene);
  void set_strokes(const Scene& scene);
  void draw(const View& view) const;

 private:
  explicit ArrowLayer(GlProgram program);

  GlProgram program_;
  ViewUniforms view_;
  InstanceBuffer arrows_;
};

}  // namespace tcviz::inline app_render
