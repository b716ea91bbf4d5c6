// Thin lines in one draw: the arrows beside the axis names, or the strokes of a check's marks. Left out if they
// would be too small to be told from a dash or a dot.
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
