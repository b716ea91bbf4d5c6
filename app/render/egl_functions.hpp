// The functions of libEGL that are needed for an OpenGL context without a window. The library is opened at run time.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

struct EglFunctions {
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglQueryString) query_string = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  decltype(&eglGetCurrentContext) current_context = nullptr;
  // Extensions; null if they are missing.
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;

  // True if `display` has the extension `name`; for EGL_NO_DISPLAY, if the client library has it.
  bool has_extension(EGLDisplay display, std::string_view name) const;
};

// Opens libEGL and never closes it, because drivers leave threads behind that need it. Returns the error Unavailable if
// the library is missing or lacks a function.
Result<EglFunctions> open_egl(const char* library = "libEGL.so.1");

}  // namespace tcviz::inline app_render
