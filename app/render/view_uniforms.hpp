// Sets the uniforms of shaders/view.glsl, which is part of every shader program here.
#pragma once

#include "app/render/gl_objects.hpp"
#include "app/render/view.hpp"

namespace tcviz::inline app_render {

class ViewUniforms {
 public:
  explicit ViewUniforms(const GlProgram& program);
  // Sets the uniforms of the program, which must be in use. `lines`: cells are large enough for lines between them.
  void set(const View& view, bool lines) const;

 private:
  GLint pan_, zoom_, viewport_, lines_;
};

// Sets a uniform to `color`, its alpha multiplied by `alpha`.
inline void set_color(GLint location, Color color, float alpha = 1) {
  constexpr float unit = 1.0F / 255;
  glUniform4f(location, static_cast<float>(color.r) * unit, static_cast<float>(color.g) * unit,
              static_cast<float>(color.b) * unit, static_cast<float>(color.a) * unit * alpha);
}

}  // namespace tcviz::inline app_render
