#include "app/scene/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tcviz {
namespace {

// A colour in OKLCH (Ottosson 2020): lightness 0..1, chroma, hue in degrees.
struct Lch {
  double lightness, chroma, hue;
};

// One row for tid / 4 modulo 8. Neighbours stay apart for normal sight, protanopia, deuteranopia and tritanopia: the
// test of the palette says by how much.
constexpr std::array<Lch, 8> thread_hues{{
    {0.549, 0.102, 252},  // blue
    {0.550, 0.130, 63},   // orange
    {0.629, 0.100, 168},  // green
    {0.484, 0.118, 337},  // rose
    {0.663, 0.167, 86},   // gold
    {0.460, 0.166, 290},  // violet
    {0.465, 0.174, 35},   // red
    {0.690, 0.120, 204},  // teal
}};

// One row for tid % 4: added to the lightness, multiplied with the chroma.
struct Shade {
  double lightness, chroma;
};
constexpr std::array<Shade, 4> thread_shades{{{-0.10, 0.82}, {0, 1}, {0.09, 0.95}, {0.17, 0.75}}};
constexpr int threads_of_hue = 4, threads_of_all_hues = 32;
constexpr double hue_distance = 45;  // degrees, on average

// Dark violet over green to yellow: lightness rises evenly, so that the order survives without hue.
constexpr std::array<Color, 10> register_scale{{{68, 24, 102},
                                                {70, 62, 133},
                                                {60, 80, 139},
                                                {50, 104, 142},
                                                {38, 130, 142},
                                                {31, 158, 137},
                                                {54, 184, 120},
                                                {110, 206, 88},
                                                {181, 222, 43},
                                                {253, 231, 37}}};

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

double decoded(std::uint8_t s) {
  const double c = s / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

// The nearest colour of the same lightness and hue that sRGB can show.
Color srgb(Lch color) {
  std::array<double, 3> rgb = linear_rgb(color);
  while (color.chroma > 0 && !displayable(rgb)) {
    color.chroma -= 0.002;
    rgb = linear_rgb(color);
  }
  return {encoded(rgb[0]), encoded(rgb[1]), encoded(rgb[2])};
}

double luminance(Color c) { return 0.2126 * decoded(c.r) + 0.7152 * decoded(c.g) + 0.0722 * decoded(c.b); }

std::uint8_t between(std::uint8_t a, std::uint8_t b, double t) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
}

}  // namespace

Color thread_color(int tid, int threads) {
  // Each further warp turns all hues by a part of the distance between two, so that no two threads look the same.
  const int warps = std::max(1, (threads + threads_of_all_hues - 1) / threads_of_all_hues);
  const int warp = tid / threads_of_all_hues;
  const double turn = hue_distance * warp / warps;
  const Lch& base = thread_hues[static_cast<std::size_t>(tid / threads_of_hue) % thread_hues.size()];
  const Shade& shade = thread_shades[static_cast<std::size_t>(tid % threads_of_hue)];
  return srgb({base.lightness + shade.lightness, base.chroma * shade.chroma, base.hue + turn});
}

Color register_color(int i, int values) {
  const double place = values > 1 ? static_cast<double>(i) / (values - 1) * (register_scale.size() - 1) : 0;
  const std::size_t at = std::min(static_cast<std::size_t>(place), register_scale.size() - 2);
  const double t = place - static_cast<double>(at);
  const Color a = register_scale[at], b = register_scale[at + 1];
  return {between(a.r, b.r, t), between(a.g, b.g, t), between(a.b, b.b, t)};
}

Color label_color(Color fill) {
  const Color black{0, 0, 0}, white{255, 255, 255};
  return contrast_ratio(fill, black) >= contrast_ratio(fill, white) ? black : white;
}

Color hatch_color(Color fill) {
  // The darkest grey for black labels and the lightest for white ones are the same: 4.5:1 with both.
  const Color grey{118, 118, 118}, black{0, 0, 0}, white{255, 255, 255};
  const Color extreme = label_color(fill) == black ? white : black;
  return contrast_ratio(fill, grey) >= contrast_ratio(fill, extreme) ? grey : extreme;
}

double contrast_ratio(Color a, Color b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace tcviz
