// The functions of libEGL that a context without a window needs, from a library opened at run time.
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

  // True if a space-separated list of extensions has the word; the list is the client's own if `display` is
  // EGL_NO_DISPLAY.
  bool has_extension(EGLDisplay display, std::string_view name) const;
};

// Opens libEGL and leaves it open: drivers leave threads and memory behind that outlive any context. Unavailable if
// there is no library, or if it lacks a function.
Result<EglFunctions> open_egl(const char* library = "libEGL.so.1");

}  // namespace tcviz::inline app_render
