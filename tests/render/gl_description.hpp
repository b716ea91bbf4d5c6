// Names the renderer and the version of the current context: "llvmpipe (LLVM 15.0.6), OpenGL 4.5".
#pragma once

#include <fmt/format.h>
#include <glad/gl.h>

#include <string>

namespace tcviz {

inline std::string gl_description() {
  const auto text = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
  return fmt::format("{}, OpenGL {}", text(GL_RENDERER), text(GL_VERSION));
}

}  // namespace tcviz
