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

// More colourful than the safe hues, and not made for colour blindness.
constexpr std::array<Lch, 8> vivid_hues{{
    {0.60, 0.21, 255},  // blue
    {0.70, 0.19, 50},   // orange
    {0.70, 0.20, 145},  // green
    {0.62, 0.26, 350},  // pink
    {0.85, 0.18, 100},  // yellow
    {0.56, 0.26, 300},  // violet
    {0.60, 0.24, 27},   // red
    {0.80, 0.15, 200},  // cyan
}};
constexpr std::array<Shade, 4> vivid_shades{{{-0.13, 0.95}, {0, 1}, {0.06, 0.80}, {0.12, 0.55}}};
constexpr double vivid_first_hue = 300, vivid_last_hue = 40;

// Of print: grey levels and hatches, from light to dark.
constexpr std::array<std::uint8_t, 4> print_greys{250, 226, 203, 180};
constexpr int hatches = 8;

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

Color hue_and_shade(const std::array<Lch, 8>& hues, const std::array<Shade, 4>& shades, int tid, int threads) {
  // Each further warp turns all hues by a part of the distance between two, so that no two threads look the same.
  const int warps = std::max(1, (threads + threads_of_all_hues - 1) / threads_of_all_hues);
  const int warp = tid / threads_of_all_hues;
  const double turn = hue_distance * warp / warps;
  const Lch& base = hues[static_cast<std::size_t>(tid / threads_of_hue) % hues.size()];
  const Shade& shade = shades[static_cast<std::size_t>(tid % threads_of_hue)];
  return srgb({base.lightness + shade.lightness, base.chroma * shade.chroma, base.hue + turn});
}

Paint print_paint(int hatch, int grey) {
  const std::uint8_t level = print_greys[static_cast<std::size_t>(grey) % print_greys.size()];
  return {{level, level, level}, static_cast<Hatch>(hatch % hatches)};
}

Color vivid_scale(int n, int count) {
  const double t = count > 1 ? static_cast<double>(n) / (count - 1) : 0;
  return srgb({0.55 + 0.30 * t, 0.19, vivid_first_hue + (vivid_last_hue - vivid_first_hue) * t});
}

}  // namespace

Paint thread_paint(Palette palette, int tid, int threads) {
  if (palette == Palette::Print) return print_paint(tid / threads_of_hue, tid % threads_of_hue);
  if (palette == Palette::Vivid) return {hue_and_shade(vivid_hues, vivid_shades, tid, threads)};
  return {thread_color(tid, threads)};
}

Paint category_paint(Palette palette, int n, int count) {
  const int of_one_shade = static_cast<int>(thread_hues.size());
  if (palette == Palette::Print) return print_paint(n, n / hatches);
  // The middle shade of each hue first, then the others.
  constexpr std::array<int, 4> shades{1, 3, 0, 2};
  const auto shade = static_cast<std::size_t>(n / of_one_shade) % shades.size();
  const int warp = n / threads_of_all_hues * threads_of_all_hues;
  const int threads = (count + threads_of_all_hues - 1) / threads_of_all_hues * threads_of_all_hues;
  return thread_paint(palette, warp + n % of_one_shade * threads_of_hue + shades[shade], threads);
}

Paint scale_paint(Palette palette, int n, int count) {
  const int rounds = (count + hatches - 1) / hatches;
  if (palette == Palette::Print) return print_paint(n, rounds > 1 ? n / hatches * 3 / std::max(1, rounds - 1) : 0);
  return {palette == Palette::Vivid ? vivid_scale(n, count) : register_color(n, count)};
}

Color faded(Color color, Color background) {
  constexpr double kept = 0.14;
  return {between(background.r, color.r, kept), between(background.g, color.g, kept),
          between(background.b, color.b, kept), color.a};
}

Color thread_color(int tid, int threads) { return hue_and_shade(thread_hues, thread_shades, tid, threads); }

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
