// Makes an OpenGL 3.3 core context without a window through EGL: tries Mesa's surfaceless platform, then the device
// platform of NVIDIA's driver. libEGL is opened at run time, so the program also starts without it. The context of a
// window is made by GLFW; load_gl() prepares either for use.
#pragma once

#include <memory>
#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

using GlProc = void (*)();
using GlLoader = GlProc (*)(const char* name);

// Loads the addresses of OpenGL's functions for the current context of this thread. Returns the error Unavailable, with
// the version, if that is older than 3.3 core. For a window: load_gl(glfwGetProcAddress).
Status load_gl(GlLoader loader);

class GlContext {
 public:
  // Makes a context, makes it current in the calling thread and loads its functions. Returns the error Unavailable,
  // with the reason and the package to install, if there is no libEGL, no driver or only an old OpenGL.
  static Result<GlContext> make();
  GlContext(GlContext&&) noexcept;
  GlContext& operator=(GlContext&&) noexcept;
  ~GlContext();

  Status make_current();

 private:
  struct State;
  explicit GlContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
