#include "app/scene/easel/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/oklch.hpp"

namespace tcviz::inline app_scene {
namespace {

// A summand of the lightness and a factor of the chroma.
struct Shade {
  double lightness, chroma;
};

struct Hues {
  std::array<Lch, 8> hues;      // a row for tid / 4 modulo 8
  std::array<Shade, 4> shades;  // a row for tid % 4
};

// Neighbours stay apart for normal sight, protanopia, deuteranopia and tritanopia: the test of the palette says by how
// much.
constexpr Hues safe_hues{{{
                             {0.549, 0.102, 252},  // blue
                             {0.550, 0.130, 63},   // orange
                             {0.629, 0.100, 168},  // green
                             {0.484, 0.118, 337},  // rose
                             {0.663, 0.167, 86},   // gold
                             {0.460, 0.166, 290},  // violet
                             {0.465, 0.174, 35},   // red
                             {0.690, 0.120, 204},  // teal
                         }},
                         {{{-0.10, 0.82}, {0, 1}, {0.09, 0.95}, {0.17, 0.75}}}};

// Nearly the most chroma that a screen shows.
constexpr Hues vivid_hues{{{
                              {0.550, 0.215, 260},  // blue
                              {0.690, 0.175, 55},   // orange
                              {0.640, 0.205, 145},  // green
                              {0.560, 0.245, 350},  // pink
                              {0.780, 0.165, 95},   // yellow
                              {0.490, 0.255, 295},  // violet
                              {0.560, 0.225, 27},   // red
                              {0.720, 0.130, 210},  // cyan
                          }},
                          {{{-0.12, 1}, {0, 1}, {0.09, 1}, {0.17, 0.8}}}};

constexpr int threads_of_hue = 4, threads_of_all_hues = 32;
constexpr double hue_distance = 45;  // degrees, on average

// Dark violet over green to yellow: lightness rises evenly, so that the order survives without hue.
constexpr std::array<Color, 10> safe_scale{{{68, 24, 102},
                                            {70, 62, 133},
                                            {60, 80, 139},
                                            {50, 104, 142},
                                            {38, 130, 142},
                                            {31, 158, 137},
                                            {54, 184, 120},
                                            {110, 206, 88},
                                            {181, 222, 43},
                                            {253, 231, 37}}};
// Indigo over magenta and orange to yellow; lightness rises as evenly.
constexpr std::array<Color, 8> vivid_scale{{{42, 10, 120},
                                            {98, 0, 178},
                                            {164, 0, 172},
                                            {214, 26, 128},
                                            {244, 72, 74},
                                            {255, 128, 20},
                                            {255, 184, 0},
                                            {250, 236, 60}}};

// The first four are the farthest apart.
constexpr std::array<Color, category_count> safe_categories{{{28, 67, 177},
                                                             {228, 232, 137},
                                                             {156, 1, 3},
                                                             {149, 238, 253},
                                                             {217, 122, 23},
                                                             {174, 101, 168},
                                                             {124, 167, 122},
                                                             {82, 67, 70}}};
constexpr std::array<Color, category_count> vivid_categories{{{20, 90, 250},
                                                              {255, 140, 0},
                                                              {0, 165, 70},
                                                              {235, 40, 150},
                                                              {255, 225, 30},
                                                              {120, 30, 220},
                                                              {215, 25, 25},
                                                              {0, 190, 215}}};

// Light enough for black labels, far enough apart for a printer.
constexpr std::array<Color, 4> greys{{{255, 255, 255}, {221, 221, 221}, {186, 186, 186}, {150, 150, 150}}};
constexpr double hatch_contrast = 1.7, label_contrast = 4.5, hatch_step = 0.02;
constexpr int hatches = 8, print_looks = hatches * static_cast<int>(greys.size());

double decoded(std::uint8_t s) {
  const double c = s / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Color c) { return 0.2126 * decoded(c.r) + 0.7152 * decoded(c.g) + 0.0722 * decoded(c.b); }

std::uint8_t between(std::uint8_t a, std::uint8_t b, double t) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
}

Color hued(const Hues& hues, int tid, int threads) {
  // Each further warp turns all hues by a part of the distance between two, so that no two threads look the same.
  const int warps = std::max(1, (threads + threads_of_all_hues - 1) / threads_of_all_hues);
  const int warp = tid / threads_of_all_hues;
  const double turn = hue_distance * warp / warps;
  const Lch& base = hues.hues[static_cast<std::size_t>(tid / threads_of_hue) % hues.hues.size()];
  const Shade& shade = hues.shades[static_cast<std::size_t>(tid % threads_of_hue)];
  return srgb({base.lightness + shade.lightness, base.chroma * shade.chroma, base.hue + turn});
}

Color scaled(std::span<const Color> scale, int n, int count) {
  const double place = count > 1 ? static_cast<double>(n) / (count - 1) * static_cast<double>(scale.size() - 1) : 0;
  const std::size_t at = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  return mixed(scale[at], scale[at + 1], place - static_cast<double>(at));
}

Paint print_look(int grey, int hatch) {
  return {greys[static_cast<std::size_t>(grey)], static_cast<Hatch>(hatch % hatches)};
}

// Returns a look of rising grey with hatches that run on: no two of 32 are alike.
Paint print_scale(int n, int count) {
  const int looks = std::min(count, print_looks);
  const int look = static_cast<int>(static_cast<std::int64_t>(n) * looks / count);
  return print_look(look * static_cast<int>(greys.size()) / looks, look);
}

}  // namespace

Paint thread_paint(Palette palette, int tid, int threads) {
  if (palette != Palette::Print) return {hued(palette == Palette::Vivid ? vivid_hues : safe_hues, tid, threads)};
  return print_look(tid % threads_of_hue, tid / threads_of_hue);
}

Paint quad_paint(Palette palette, int quad, int quads) {
  if (palette == Palette::Print) return print_look(quad / hatches % static_cast<int>(greys.size()), quad);
  return thread_paint(palette, threads_of_hue * quad + 1, threads_of_hue * quads);
}

Paint scale_paint(Palette palette, int n, int count) {
  if (palette == Palette::Print) return print_scale(n, count);
  if (palette == Palette::Vivid) return {scaled(vivid_scale, n, count)};
  return {scaled(safe_scale, n, count)};
}

Paint category_paint(Palette palette, int n) {
  const auto at = static_cast<std::size_t>(n % category_count);
  if (palette == Palette::Print) return print_look(n % static_cast<int>(greys.size()), n);
  return {palette == Palette::Vivid ? vivid_categories[at] : safe_categories[at]};
}

Color thread_color(int tid, int threads) { return thread_paint(Palette::Safe, tid, threads).fill; }
Color register_color(int i, int values) { return scale_paint(Palette::Safe, i, values).fill; }

Color mixed(Color a, Color b, double t) { return {between(a.r, b.r, t), between(a.g, b.g, t), between(a.b, b.b, t)}; }

Color label_color(Color fill) {
  const Color black{0, 0, 0}, white{255, 255, 255};
  return contrast_ratio(fill, black) >= contrast_ratio(fill, white) ? black : white;
}

// Moves the colour away from the fill, towards white if black labels would lose their contrast on darker lines, and the
// other way round. It goes no farther than the lines need to be seen, since they run below the label.
Color hatch_color(Color fill) {
  const Color label = label_color(fill), black{0, 0, 0}, white{255, 255, 255};
  for (const Color away : {label, label == black ? white : black}) {
    for (double t = hatch_step; t <= 1; t += hatch_step) {
      const Color line = mixed(fill, away, t);
      if (contrast_ratio(line, label) < label_contrast) break;
      if (contrast_ratio(line, fill) >= hatch_contrast) return line;
    }
  }
  return fill;
}

double contrast_ratio(Color a, Color b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace tcviz::inline app_scene
