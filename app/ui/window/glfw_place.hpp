// Where the window stands on which monitor: kept between runs, and full screen. Knows GLFW and nothing of what is
// drawn.
#pragma once

#include <optional>

#include "GLFW/glfw3.h"
#include "app/session/whole/settings.hpp"

namespace tcviz::inline app_ui {

// Hints for the next window: its old place, if that is still on a monitor, and the size to create it with.
WindowPlace prepare_place(const std::optional<WindowPlace>& kept);

// The screen's scale if GLFW counts in pixels (X11), guessed from its height where the system gives none; 1 if it
// counts in points and the framebuffer is larger (Wayland), since Dear ImGui then draws with more pixels by itself.
float monitor_scale(GLFWwindow* window);

// Where it stands now; nothing while it is minimised or fills the screen.
std::optional<WindowPlace> read_place(GLFWwindow* window);

// Fills the monitor that most of the window is on, and goes back to where it was.
class FullScreen {
 public:
  void follow(GLFWwindow* window, bool wanted);

 private:
  std::optional<WindowPlace> before_;
  bool on_ = false;
};

// How large texts are drawn on a screen, before the person's own text size. Pure.
// `content`: what the system says; many say 1 whatever the screen. Then a screen of very many pixels decides: texts on
// it are as high, as a part of the screen, as on one of 1440 lines.
float screen_scale(float content, int screen_height);

}  // namespace tcviz::inline app_ui
