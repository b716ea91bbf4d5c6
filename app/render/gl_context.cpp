// An OpenGL context through EGL: the platforms in the order in which they are tried, and the error if none works.
#include "app/render/gl_context.hpp"

#include <fmt/format.h>
#include <glad/gl.h>

#include <array>
#include <utility>
#include <vector>

#include "app/render/egl_functions.hpp"

namespace tcviz::inline app_render {
namespace {

constexpr int wanted_major = 3, wanted_minor = 3;

std::string text_of(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text == nullptr ? std::string("?") : std::string(reinterpret_cast<const char*>(text));
}

// Returns the displays to try, the likeliest first: Mesa has the surfaceless platform, NVIDIA's driver only the device
// platform.
std::vector<EGLDisplay> candidate_displays(const EglFunctions& egl) {
  std::vector<EGLDisplay> displays;
  if (egl.platform_display == nullptr) return displays;
  if (egl.has_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    displays.push_back(egl.platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  if (egl.query_devices == nullptr) return displays;
  std::array<EGLDeviceEXT, 32> devices{};
  EGLint count = 0;
  if (egl.query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE) return displays;
  for (EGLint k = 0; k < count; ++k) {
    displays.push_back(egl.platform_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(k)], nullptr));
  }
  return displays;
}

EGLContext create_context(const EglFunctions& egl, EGLDisplay display) {
  constexpr std::array<EGLint, 5> config_wishes{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  constexpr std::array<EGLint, 7> context_wishes{EGL_CONTEXT_MAJOR_VERSION,
                                                 wanted_major,
                                                 EGL_CONTEXT_MINOR_VERSION,
                                                 wanted_minor,
                                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                 EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (egl.bind_api(EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
  if (egl.choose_config(display, config_wishes.data(), &config, 1, &count) != EGL_TRUE || count == 0)
    return EGL_NO_CONTEXT;
  return egl.create_context(display, config, EGL_NO_CONTEXT, context_wishes.data());
}

Error no_context(bool found_driver) {
  return unavailable(
      fmt::format("cannot draw without a display: {}; install a driver with `apt-get install libgl1-mesa-dri` (drawn "
                  "by the CPU), or the "
                  "OpenGL part of the NVIDIA driver.",
                  found_driver ? "no driver here has OpenGL 3.3 without a window" : "EGL finds no graphics driver"));
}

}  // namespace

Status load_gl(GlLoader loader) {
  const int version = gladLoadGL(loader);
  if (version == 0)
    return unavailable("no OpenGL context is current, or its functions cannot be found: check the graphics driver.");
  if (version >= GLAD_MAKE_VERSION(wanted_major, wanted_minor)) return Nothing{};
  return unavailable(fmt::format("OpenGL {}.{} is needed, this driver has {}.{} ({}): update the graphics driver.",
                                 wanted_major, wanted_minor, GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version),
                                 text_of(GL_RENDERER)));
}

struct GlContext::State {
  EglFunctions egl;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  bool found_driver = false;  // perhaps one that is too old

  explicit State(EglFunctions functions) : egl(std::move(functions)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { close(); }

  // Destroys the context and leaves the display initialised: all of the process shares it, and others may draw with it.
  void close() {
    if (context == EGL_NO_CONTEXT) return;
    if (egl.current_context() == context) egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl.destroy_context(display, context);
    context = EGL_NO_CONTEXT;
  }

  bool make_current() const { return egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE; }

  bool open(EGLDisplay candidate) {
    EGLint major = 0, minor = 0;
    if (candidate == EGL_NO_DISPLAY || egl.initialize(candidate, &major, &minor) != EGL_TRUE) return false;
    display = candidate;
    found_driver = true;
    context = create_context(egl, candidate);
    if (context != EGL_NO_CONTEXT && make_current()) return true;
    close();
    return false;
  }
};

GlContext::GlContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlContext::GlContext(GlContext&&) noexcept = default;
GlContext& GlContext::operator=(GlContext&&) noexcept = default;
GlContext::~GlContext() = default;

Result<GlContext> GlContext::make() {
  Result<EglFunctions> egl = open_egl();
  TCVIZ_TRY(egl);
  auto state = std::make_unique<State>(std::move(egl).value());
  for (EGLDisplay display : candidate_displays(state->egl)) {
    if (!state->open(display)) continue;
    TCVIZ_TRY(load_gl(state->egl.get_proc_address));
    return GlContext(std::move(state));
  }
  return no_context(state->found_driver);
}

Status GlContext::make_current() {
  if (state_->make_current()) return Nothing{};
  return unavailable("the context for drawing without a display was lost: start the program again.");
}

}  // namespace tcviz::inline app_render
