// The arrows beside the axis names. One draw.
#pragma once

#include "app/render/view_uniforms.hpp"

namespace tcviz {

class ArrowLayer {
 public:
  static Result<ArrowLayer> make();
  void set_scene(const Scene& scene);
  void draw(const View& view) const;

 private:
  explicit ArrowLayer(GlProgram program);

  GlProgram program_;
  ViewUniforms view_;
  GLint barb_;
  GlVertexArray array_;
  GlBuffer buffer_;
  GLsizei count_ = 0;
};

}  // namespace tcviz
