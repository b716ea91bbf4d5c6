// The position and size of the window on its monitor, which are restored at the next start, and full screen; with GLFW.
#pragma once

#include <optional>

#include "GLFW/glfw3.h"
#include "app/session/whole/settings.hpp"

namespace tcviz::inline app_ui {

// Sets GLFW's hints for the window to be created: among them the kept position, if that is still on a monitor. Returns
// the place to create it with: `kept`, or a default.
WindowPlace prepare_place(const std::optional<WindowPlace>& kept);

// Returns the scale of the monitor if GLFW counts in pixels (X11); if the system reports none, it is guessed from the
// height of the screen. Returns 1 if GLFW counts in points (Wayland), where Dear ImGui scales by itself.
float monitor_scale(GLFWwindow* window);

// Returns the current place of the window; none while it is minimised or in full screen.
std::optional<WindowPlace> read_place(GLFWwindow* window);

// Switches to full screen on the monitor that has most of the window, and back to the previous place.
class FullScreen {
 public:
  // Switches if `wanted` has changed.
  void follow(GLFWwindow* window, bool wanted);

 private:
  std::optional<WindowPlace> before_;
  bool on_ = false;
};

// Returns the scale of texts on a screen, without the user's text size. `content`: the scale that the system reports.
// Many systems always report 1; then, on a screen of 1800 lines or more, the scale is about its height / 1440.
float screen_scale(float content, int screen_height);

}  // namespace tcviz::inline app_ui
