// Opens libEGL and looks up its functions.
#include "app/render/egl_functions.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <utility>

namespace tcviz::inline app_render {
namespace {

constexpr const char* how_to_install =
    "install it with `apt-get install libegl1 libgl1-mesa-dri`, or the NVIDIA driver's OpenGL part";

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, EglFunctions& egl) {
  return find(library, "eglGetProcAddress", egl.get_proc_address) &&
         find(library, "eglQueryString", egl.query_string) && find(library, "eglInitialize", egl.initialize) &&
         find(library, "eglBindAPI", egl.bind_api) && find(library, "eglChooseConfig", egl.choose_config) &&
         find(library, "eglCreateContext", egl.create_context) &&
         find(library, "eglDestroyContext", egl.destroy_context) && find(library, "eglMakeCurrent", egl.make_current) &&
         find(library, "eglGetCurrentContext", egl.current_context);
}

void find_extensions(EglFunctions& egl) {
  egl.platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.get_proc_address("eglGetPlatformDisplayEXT"));
  egl.query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.get_proc_address("eglQueryDevicesEXT"));
}

}  // namespace

bool EglFunctions::has_extension(EGLDisplay display, std::string_view name) const {
  const char* list = query_string(display, EGL_EXTENSIONS);
  std::string_view rest = list == nullptr ? "" : list;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == name) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

Result<EglFunctions> open_egl(const char* library) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr)
    return unavailable(fmt::format("cannot draw without a display: there is no {}; {}.", library, how_to_install));
  EglFunctions egl;
  if (!find_all(opened, egl)) {
    return unavailable(
        fmt::format("cannot draw without a display: {} is not a whole EGL library; {}.", library, how_to_install));
  }
  find_extensions(egl);
  return egl;
}

}  // namespace tcviz::inline app_render
