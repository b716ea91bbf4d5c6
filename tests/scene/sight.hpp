// Colours as people see them, by formulae typed from their publications: contrast, and distance under each kind of
// colour blindness. Knows nothing of how palettes are made.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/scene.hpp"

namespace tcviz::sight {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Sight {
  const char* name;
  Matrix matrix;  // on linear RGB
};

// Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// severity 1.0.
inline constexpr std::array sights{
    Sight{"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Sight{"protanopia",
          {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    Sight{"deuteranopia",
          {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    Sight{"tritanopia",
          {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

inline double linear(std::uint8_t value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
inline Triple linear(Color c) { return {linear(c.r), linear(c.g), linear(c.b)}; }

inline Triple times(const Matrix& m, const Triple& v) {
  Triple result{};
  for (std::size_t row = 0; row < 3; ++row) result[row] = m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
  return result;
}

// CIE L*a*b* under D65: another space than the one that the palettes are made in.
inline Triple lab(const Triple& rgb) {
  constexpr Matrix to_xyz{
      {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple white{0.95047, 1, 1.08883};
  const Triple xyz = times(to_xyz, rgb);
  Triple f{};
  for (std::size_t n = 0; n < 3; ++n) {
    const double t = xyz[n] / white[n];
    f[n] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

// CIE76 distance of two colours as somebody with this sight sees them. 2.3 is just noticeable.
inline double distance(Color a, Color b, const Sight& sight) {
  const auto seen = [&](Color color) {
    Triple rgb = times(sight.matrix, linear(color));
    for (double& c : rgb) c = std::min(std::max(c, 0.0), 1.0);
    return lab(rgb);
  };
  const Triple x = seen(a), y = seen(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

// WCAG 2.1, "relative luminance" and "contrast ratio", typed from the recommendation.
inline double contrast(Color a, Color b) {
  const auto luminance = [](Color c) {
    const auto part = [](std::uint8_t value) {
      const double s = value / 255.0;
      return s <= 0.03928 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
  };
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace tcviz::sight
