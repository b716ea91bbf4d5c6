#include "app/ui/window/screen_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_ui {

float screen_scale(float content, int screen_height) {
  constexpr float usual_height = 1440, step = 0.25F, most = 4;
  constexpr int high = 1800;  // lines; below, texts are readable as they are
  if (content > 1 || screen_height < high) return content;
  return std::clamp(std::floor(static_cast<float>(screen_height) / usual_height / step) * step, content, most);
}

}  // namespace tcviz::inline app_ui
