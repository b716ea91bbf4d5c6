// The functions of libEGL that a context without a window needs, from a library opened at run time.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <memory>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz {

struct CloseLibrary {
  void operator()(void* handle) const;
};

struct EglFunctions {
  std::unique_ptr<void, CloseLibrary> library;
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglQueryString) query_string = nullptr;
  decltype(&eglGetError) get_error = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglTerminate) terminate = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  decltype(&eglGetCurrentContext) current_context = nullptr;
  // Extensions; null where they are missing.
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;

  // A word of a space-separated list of extensions; of the client's own list where `display` is EGL_NO_DISPLAY.
  bool has_extension(EGLDisplay display, std::string_view name) const;
};

// Unavailable where there is no libEGL, or one that lacks a function.
Result<EglFunctions> open_egl(const char* library = "libEGL.so.1");

}  // namespace tcviz
