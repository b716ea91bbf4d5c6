// Colours: labels that can be read, and neighbours that stay apart for every kind of sight.
#include "app/scene/palette.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>
#include <vector>

#include "app/scene/theme.hpp"

namespace tcviz {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Sight {
  const char* name;
  Matrix matrix;  // on linear RGB
};

// Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// severity 1.0.
constexpr std::array sights{
    Sight{"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Sight{"protanopia",
          {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    Sight{"deuteranopia",
          {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    Sight{"tritanopia",
          {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

double linear(std::uint8_t value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
Triple linear(Color c) { return {linear(c.r), linear(c.g), linear(c.b)}; }

Triple times(const Matrix& m, const Triple& v) {
  Triple result{};
  for (std::size_t row = 0; row < 3; ++row) result[row] = m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
  return result;
}

// CIE L*a*b* under D65: another space than the one that the palette is made in.
Triple lab(const Triple& rgb) {
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
double distance(Color a, Color b, const Sight& sight) {
  const auto seen = [&](Color color) {
    Triple rgb = times(sight.matrix, linear(color));
    for (double& c : rgb) c = std::min(std::max(c, 0.0), 1.0);
    return lab(rgb);
  };
  const Triple x = seen(a), y = seen(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

// WCAG 2.1, "relative luminance" and "contrast ratio", typed from the recommendation.
double wcag_contrast(Color a, Color b) {
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

std::vector<Color> all_fills() {
  std::vector<Color> fills;
  for (int threads : {1, 7, 32, 33, 64, 128, 256, 1024}) {
    for (int tid = 0; tid < threads; ++tid) fills.push_back(thread_color(tid, threads));
  }
  for (int values : {1, 2, 3, 8, 16, 128, 129, 4096}) {
    for (int i = 0; i < values; ++i) fills.push_back(register_color(i, values));
  }
  return fills;
}

TEST(Palette, EveryLabelIsBlackOrWhiteWithEnoughContrast) {
  for (const Color fill : all_fills()) {
    const Color label = label_color(fill);
    EXPECT_TRUE(label == (Color{0, 0, 0}) || label == (Color{255, 255, 255}));
    EXPECT_GE(wcag_contrast(fill, label), 4.5) << int{fill.r} << " " << int{fill.g} << " " << int{fill.b};
    EXPECT_NEAR(contrast_ratio(fill, label), wcag_contrast(fill, label), 1e-3);
  }
}

TEST(Palette, ContrastOfKnownPairs) {
  EXPECT_NEAR(contrast_ratio({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast_ratio({90, 90, 90}, {90, 90, 90}), 1, 1e-9);
  EXPECT_NEAR(contrast_ratio({255, 255, 255}, {0x76, 0x76, 0x76}), 4.54, 0.005);  // the lightest grey that passes AA
}

TEST(Palette, WordsAroundTheGridsCanBeRead) {
  for (const Theme theme : {Theme::Dark, Theme::Light}) {
    const ThemeColors colors = theme_colors(theme);
    EXPECT_GE(wcag_contrast(colors.ink, colors.background), 7);
    EXPECT_GE(wcag_contrast(colors.quiet, colors.background), 4.5);
  }
}

// Rows of an accumulator are hues, so these lie beside each other; the last hue of a warp meets the first of the next.
TEST(Palette, NeighbouringHuesStayApartForEverySight) {
  constexpr double least = 13;  // more than five times what is just noticeable
  for (const Sight& sight : sights) {
    for (int threads : {32, 128}) {
      for (int tid = 0; tid < threads; ++tid) {
        EXPECT_GE(distance(thread_color(tid, threads), thread_color((tid + 4) % threads, threads), sight), least)
            << sight.name << ", tid " << tid << " of " << threads;
      }
    }
  }
}

TEST(Palette, ShadesOfAHueStayApartForEverySight) {
  for (const Sight& sight : sights) {
    for (int tid = 0; tid < 128; ++tid) {
      if (tid % 4 == 3) continue;
      EXPECT_GE(distance(thread_color(tid, 128), thread_color(tid + 1, 128), sight), 5)
          << sight.name << ", tid " << tid;
    }
  }
}

TEST(Palette, NoTwoThreadsOfAWarpgroupLookTheSame) {
  for (int threads : {32, 64, 128}) {
    std::set<std::tuple<int, int, int>> seen;
    for (int tid = 0; tid < threads; ++tid) {
      const Color c = thread_color(tid, threads);
      EXPECT_TRUE(seen.insert({c.r, c.g, c.b}).second) << "tid " << tid << " of " << threads;
    }
  }
}

TEST(Palette, TheFirstWarpKeepsItsColours) {
  for (int tid = 0; tid < 32; ++tid) EXPECT_EQ(thread_color(tid, 32), thread_color(tid, 128)) << tid;
}

TEST(Palette, RegistersRiseInLightnessForEverySight) {
  for (const Sight& sight : sights) {
    for (int values : {2, 8, 16, 64}) {
      for (int i = 1; i < values; ++i) {
        const auto lightness = [&](int n) { return lab(times(sight.matrix, linear(register_color(n, values))))[0]; };
        EXPECT_GT(lightness(i), lightness(i - 1)) << sight.name << ", x[" << i << "] of " << values;
      }
    }
  }
}

TEST(Palette, NeighbouringRegistersOfAnAccumulatorStayApart) {
  for (const Sight& sight : sights) {
    for (int i = 1; i < 8; ++i) {
      EXPECT_GE(distance(register_color(i - 1, 8), register_color(i, 8), sight), 7) << sight.name << ", x[" << i << "]";
    }
  }
}

}  // namespace
}  // namespace tcviz
