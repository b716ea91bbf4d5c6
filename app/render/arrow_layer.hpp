// The arrows beside the axis names, left out where they would be too small to be told from a dash.
#pragma once

#include "app/render/instance_buffer.hpp"
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
  InstanceBuffer arrows_;
};

}  // namespace tcviz
