// `tcviz`: the window on a display.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "GLFW/glfw3.h"
#include "app/render/gl_context.hpp"
#include "app/session/base/pacer.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/glfw_place.hpp"
#include "app/ui/window/shell.hpp"
#include "app/ui/window/window.hpp"
#include "app/ui/window/window_title.hpp"
#include "imgui_impl_glfw.h"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr const char* what_works = "these work without one: `tcviz show KIND`, `tcviz capture -o FILE.png`";
constexpr std::chrono::milliseconds close_grace(2000);
constexpr double rest_seconds = 0.5;

std::string last_glfw_error() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description != nullptr ? description : "no reason given";
}

// True if Wayland's socket is there, by the rule of its own library, which complains on stderr if it is not.
bool reaches_wayland() {
  const auto is_path = [](const char* name) {
    const char* const text = std::getenv(name);
    return text != nullptr && *text == '/';
  };
  return is_path("XDG_RUNTIME_DIR") || is_path("WAYLAND_DISPLAY");
}

// GLFW, initialised as long as there is a window.
class Glfw {
 public:
  static Result<std::unique_ptr<Glfw>> make() {
    // This comes first, since the libraries below print complaints of their own if there is no display.
    const char* const traces[] = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"};
    const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
    if (std::none_of(std::begin(traces), std::end(traces), is_set))
      return unavailable(fmt::format("no display found; {}", what_works));
    if (!reaches_wayland() && is_set("DISPLAY")) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
    if (glfwInit() == GLFW_TRUE) return std::unique_ptr<Glfw>(new Glfw());
    return unavailable(fmt::format("no display found: {}; {}", last_glfw_error(), what_works));
  }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
  ~Glfw() { glfwTerminate(); }

 private:
  Glfw() = default;
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowPointer = std::unique_ptr<GLFWwindow, DestroyWindow>;

Result<WindowPointer> make_window(const std::optional<WindowPlace>& kept) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  const WindowPlace place = prepare_place(kept);
  WindowPointer window(glfwCreateWindow(place.width, place.height, "tcviz", nullptr, nullptr));
  if (!window) {
    return unavailable(
        fmt::format("no OpenGL 3.3 on this display: {}; update the graphics driver, or use what needs "
                    "none: {}",
                    last_glfw_error(), what_works));
  }
  glfwSetWindowSizeLimits(window.get(), 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  if (Status loaded = load_gl(glfwGetProcAddress); !loaded.ok()) return loaded.error();
  return window;
}

// Feeds Dear ImGui with GLFW's events; must end before the Dear ImGui context does.
struct GlfwBackend {
  explicit GlfwBackend(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
  GlfwBackend(const GlfwBackend&) = delete;
  GlfwBackend& operator=(const GlfwBackend&) = delete;
  ~GlfwBackend() { ImGui_ImplGlfw_Shutdown(); }
};

class Loop {
 public:
  Loop(GLFWwindow* window, Shell& shell, Session& session) : window_(window), shell_(shell), session_(session) {
    glfwSetWindowUserPointer(window, this);
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).pacer_.event(); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) {
      of(w).scale_.reset();
      of(w).pacer_.event();
    });
    glfwSetWindowPosCallback(window, [](GLFWwindow* w, int, int) {
      of(w).scale_.reset();
      of(w).rested_ = false;
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
      for (int n = 0; n < count; ++n) of(w).session_.actions().push_back(WindowAction(OpenFile{paths[n]}));
      of(w).pacer_.event();
    });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) {
      of(w).scale_.reset();
      of(w).pacer_.event();
    });
  }

  void run(std::optional<int> close_after_frames) {
    int frames = 0;
    while (!session_.document().quit) {
      take_events();
      if (glfwWindowShouldClose(window_) == GLFW_TRUE) quit();
      if (!pacer_.due()) continue;
      draw();
      shell_.keep_when_due(session_);
      if (close_after_frames && ++frames >= *close_after_frames) break;
      if (close_after_frames) pacer_.event();
    }
    if (const auto place = read_place(window_)) shell_.place() = place;
    shell_.finish(session_);
  }

 private:
  static Loop& of(GLFWwindow* window) { return *static_cast<Loop*>(glfwGetWindowUserPointer(window)); }

  // Sleeps until something happens, unless a frame is due. Some tooltips wait until the pointer has rested: once after
  // the last event, a rest is an event, too.
  void take_events() {
    if (pacer_.due()) {
      glfwPollEvents();
    } else {
      if (rested_) keep();
      if (rested_) glfwWaitEvents();
      if (!rested_) glfwWaitEventsTimeout(rest_seconds);
      rested_ = !rested_;
      pacer_.event();
    }
    if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) {
      rested_ = false;
      pacer_.event();
    }
    if (session_.update()) pacer_.event();
  }

  // Closes the window as File > Quit does, which may ask about unsaved text first: to be seen in a minimised window,
  // too.
  void quit() {
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    session_.actions().push_back(Quit{});
    session_.update();
    if (!session_.document().quit && glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE)
      glfwRestoreWindow(window_);
    pacer_.event();
  }

  void retitle() {
    const std::string_view subject = title_subject(session_.document());
    const bool star = title_has_star(session_.document());
    if (subject == subject_ && star == star_) return;
    subject_ = subject;
    star_ = star;
    glfwSetWindowTitle(window_, (subject_ + (star ? " * - tcviz" : " - tcviz")).c_str());
  }

  // Writes changes before a sleep that may last, so that no frame waits for the disk.
  void keep() {
    if (const auto place = read_place(window_)) shell_.place() = place;
    shell_.keep(session_);
    if (session_.update()) pacer_.event();
  }

  void draw() {
    pacer_.drawn();
    full_screen_.follow(window_, session_.document().full_screen);
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width == 0 || height == 0) return;  // minimised
    ImGui_ImplGlfw_NewFrame();
    if (!scale_) scale_ = monitor_scale(window_);
    shell_.build(session_, *scale_);
    retitle();
    shell_.render();
    glfwSwapBuffers(window_);
  }

  GLFWwindow* window_;
  Shell& shell_;
  Session& session_;
  Pacer pacer_;
  FullScreen full_screen_;
  bool rested_ = false;
  std::string subject_;         // with which the title begins
  bool star_ = false;           // follows it
  std::optional<float> scale_;  // of the screen; asked for again when the window is moved
};

}  // namespace

Status run_window(Sources& sources, const WindowOptions& options) {
  Result<std::unique_ptr<Glfw>> glfw = Glfw::make();
  if (!glfw.ok()) return glfw.error();
  Result<std::unique_ptr<Session>> session = Session::make(sources, options, [] { glfwPostEmptyEvent(); });
  if (!session.ok()) return session.error();
  {
    ShellOptions kept = shell_options(options, true);
    kept.wake = [] { glfwPostEmptyEvent(); };
    Result<WindowPointer> window =
        make_window(kept.loaded.settings ? kept.loaded.settings->place : std::optional<WindowPlace>());
    if (!window.ok()) return window.error();
    Result<std::unique_ptr<Shell>> shell = Shell::make(std::move(kept));
    if (!shell.ok()) return shell.error();
    const GlfwBackend backend(window.value().get());
    Loop(window.value().get(), *shell.value(), *session.value()).run(options.close_after_frames);
  }
  if (!options.leave_at_once || session.value()->close(close_grace)) return Nothing{};
  const std::string& name = session.value()->document().chosen().info.name;
  fmt::print(stderr, "tcviz: {} did not answer within two seconds; leaving without waiting for it.\n", name);
  options.leave_at_once();
  return Nothing{};
}

}  // namespace tcviz::inline app_ui
