#include "app/scene/easel/oklch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tcviz::inline app_scene {
namespace {

std::array<double, 3> linear_rgb(const Lch& color) {
  const double hue = color.hue * std::numbers::pi / 180;
  const double a = color.chroma * std::cos(hue), b = color.chroma * std::sin(hue);
  const double l = std::pow(color.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(color.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(color.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool displayable(const std::array<double, 3>& rgb) {
  return std::ranges::all_of(rgb, [](double c) { return c >= 0 && c <= 1; });
}

std::uint8_t encoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * s));
}

}  // namespace

Color srgb(Lch color) {
  std::array<double, 3> rgb = linear_rgb(color);
  while (color.chroma > 0 && !displayable(rgb)) {
    color.chroma -= 0.002;
    rgb = linear_rgb(color);
  }
  return {encoded(rgb[0]), encoded(rgb[1]), encoded(rgb[2])};
}

}  // namespace tcviz::inline app_scene
