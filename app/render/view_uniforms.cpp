// Sets the uniforms that shaders/view.glsl needs.
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

ViewUniforms::ViewUniforms(const GlProgram& program)
    : pan_(glGetUniformLocation(program.get(), "pan")),
      zoom_(glGetUniformLocation(program.get(), "zoom")),
      viewport_(glGetUniformLocation(program.get(), "viewport")),
      lines_(glGetUniformLocation(program.get(), "lines")) {}

void ViewUniforms::set(const View& view, bool lines) const {
  glUniform2f(pan_, view.pan_x, view.pan_y);
  glUniform1f(zoom_, view.zoom);
  glUniform2f(viewport_, static_cast<float>(view.viewport.width), static_cast<float>(view.viewport.height));
  glUniform1f(lines_, lines ? 1.0F : 0.0F);
}

}  // namespace tcviz::inline app_render
