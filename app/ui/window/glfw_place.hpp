// The window's place on its monitor, kept between runs, and full screen. Knows GLFW, and nothing of the window's
// content.
#pragma once

#include <optional>

#include "GLFW/glfw3.h"
#include "app/session/whole/settings.hpp"

namespace tcviz::inline app_ui {

// Sets hints for the next window: its old place, if that is still on a monitor. Returns the place to create it with.
WindowPlace prepare_place(const std::optional<WindowPlace>& kept);

// Returns the screen's scale if GLFW counts in pixels (X11), guessed from the screen's height if the system gives none;
// 1 if GLFW counts in points (Wayland), since Dear ImGui then scales by itself.
float monitor_scale(GLFWwindow* window);

// Returns the window's present place; nothing while it is minimised or fills the screen.
std::optional<WindowPlace> read_place(GLFWwindow* window);

// Full screen on the monitor that holds most of the window, and back to its former place.
class FullScreen {
 public:
  void follow(GLFWwindow* window, bool wanted);

 private:
  std::optional<WindowPlace> before_;
  bool on_ = false;
};

// Returns the scale of texts on a screen, before the user's own text size. Pure. `content` is the system's scale. Many
// systems always say 1; on a screen with very many lines texts are then as high, relative to it, as on one of 1440.
float screen_scale(float content, int screen_height);

}  // namespace tcviz::inline app_ui
