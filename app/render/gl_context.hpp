// An OpenGL 3.3 core context without a window, made through EGL: Mesa's surfaceless platform first, then the device
// platform, which NVIDIA's driver has. libEGL is opened at run time, so the program starts if there is none. Knows
// nothing of the drawing, nor of windows: a window's context is made by its own library, and load_gl takes it.
#pragma once

#include <memory>
#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

using GlProc = void (*)();
using GlLoader = GlProc (*)(const char* name);

// Resolves OpenGL's functions for the context that is current in this thread, which must be core 3.3 or newer.
// Unavailable, with the version found, if it is older. In a window: load_gl(glfwGetProcAddress).
Status load_gl(GlLoader loader);

class GlContext {
 public:
  // Makes a context that is current in the calling thread, its functions loaded. Unavailable if there is no libEGL, no
  // driver or only an old OpenGL; the message names the reason and the package to install.
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
