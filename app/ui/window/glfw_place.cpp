#include "app/ui/window/glfw_place.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace tcviz::inline app_ui {
namespace {

constexpr int least_width = 640, least_height = 400;

std::span<GLFWmonitor*> monitors() {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  return {all, static_cast<std::size_t>(all != nullptr ? count : 0)};
}

struct GlfwPlaceArea {
  int x = 0, y = 0, width = 0, height = 0;
};

GlfwPlaceArea area_of(GLFWmonitor* monitor) {
  GlfwPlaceArea area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  return area;
}

long long overlap(const GlfwPlaceArea& area, const WindowPlace& place) {
  const auto common = [](int a, int a_size, int b, int b_size) {
    return static_cast<long long>(std::max(0, std::min(a + a_size, b + b_size) - std::max(a, b)));
  };
  return common(area.x, area.width, place.x, place.width) * common(area.y, area.height, place.y, place.height);
}

// True if the title bar can be reached: a window without it is as good as lost.
bool is_reachable(const WindowPlace& place) {
  const WindowPlace bar{place.x + place.width / 4, place.y, place.width / 2, 20, false};
  return std::ranges::any_of(monitors(), [&](GLFWmonitor* m) { return overlap(area_of(m), bar) > 0; });
}

bool places_windows() { return glfwGetPlatform() != GLFW_PLATFORM_WAYLAND; }

GLFWmonitor* monitor_of(const WindowPlace& place) {
  const std::span<GLFWmonitor*> all = monitors();
  const auto best = std::ranges::max_element(all, {}, [&](GLFWmonitor* m) { return overlap(area_of(m), place); });
  return best != all.end() ? *best : nullptr;
}

WindowPlace outer_place(GLFWwindow* window) {
  WindowPlace place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  return place;
}

// Returns the lines of the screen that a window stands on; of the first screen if there is no window yet.
int screen_height(const std::optional<WindowPlace>& place) {
  GLFWmonitor* const monitor = place ? monitor_of(*place) : glfwGetPrimaryMonitor();
  const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  return mode != nullptr ? mode->height : 0;
}

}  // namespace

// Returns the scale; on Wayland the compositor always knows it.
float monitor_scale(GLFWwindow* window) {
  float content = 1, unused = 1;
  int points = 0, pixels = 0, ignored = 0;
  glfwGetWindowContentScale(window, &content, &unused);
  glfwGetWindowSize(window, &points, &ignored);
  glfwGetFramebufferSize(window, &pixels, &ignored);
  if (places_windows()) content = screen_scale(content, screen_height(outer_place(window)));
  return points > 0 && pixels > 0 ? content * static_cast<float>(points) / static_cast<float>(pixels) : content;
}

WindowPlace prepare_place(const std::optional<WindowPlace>& kept) {
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, kept ? GLFW_FALSE : GLFW_TRUE);  // the kept place is in the screen's own units
  if (!kept) {
    const float scale = screen_scale(1, screen_height({}));  // the system's own scale is GLFW's business
    return {0, 0, static_cast<int>(1400 * scale), static_cast<int>(840 * scale), false};
  }
  glfwWindowHint(GLFW_MAXIMIZED, kept->maximized ? GLFW_TRUE : GLFW_FALSE);
  if (places_windows() && is_reachable(*kept)) {
    glfwWindowHint(GLFW_POSITION_X, kept->x);
    glfwWindowHint(GLFW_POSITION_Y, kept->y);
  }
  WindowPlace place = *kept;
  place.width = std::clamp(place.width, least_width, 16384);
  place.height = std::clamp(place.height, least_height, 16384);
  return place;
}

std::optional<WindowPlace> read_place(GLFWwindow* window) {
  if (glfwGetWindowMonitor(window) != nullptr || glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE) return {};
  WindowPlace place;
  if (places_windows()) glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  place.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (place.width <= 0 || place.height <= 0) return {};
  return place;
}

void FullScreen::follow(GLFWwindow* window, bool wanted) {
  if (wanted == on_) return;
  on_ = wanted;
  if (wanted) {
    before_ = read_place(window);
    GLFWmonitor* monitor = before_ ? monitor_of(*before_) : nullptr;
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode != nullptr) glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    return;
  }
  if (glfwGetWindowMonitor(window) == nullptr || !before_) return;  // the monitor went away meanwhile
  glfwSetWindowMonitor(window, nullptr, before_->x, before_->y, before_->width, before_->height, GLFW_DONT_CARE);
  if (before_->maximized) glfwMaximizeWindow(window);
}

float screen_scale(float content, int screen_height) {
  constexpr float usual_height = 1440, step = 0.25F, most = 4;
  constexpr int high = 1800;  // lines; below, texts are readable as they are
  if (content > 1 || screen_height < high) return content;
  return std::clamp(std::floor(static_cast<float>(screen_height) / usual_height / step) * step, content, most);
}

}  // namespace tcviz::inline app_ui
