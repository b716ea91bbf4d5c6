// Colours: labels that can be read, and neighbours that stay apart for every kind of sight.
#include "app/scene/easel/palette.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <set>
#include <tuple>
#include <vector>

#include "app/scene/easel/theme.hpp"
#include "tests/scene/sight.hpp"

namespace tcviz {
namespace {

using sight::distance;
using sight::lab;
using sight::linear;
using sight::Sight;
using sight::sights;
using sight::times;
double wcag_contrast(Color a, Color b) { return sight::contrast(a, b); }

constexpr std::array every_palette{Palette::Safe, Palette::Vivid, Palette::Print};
constexpr std::array palette_names{"safe", "vivid", "print"};

std::vector<Color> all_fills() {
  std::vector<Color> fills;
  for (const Palette palette : every_palette) {
    for (int threads : {1, 7, 32, 33, 64, 128, 256, 1024}) {
      for (int tid = 0; tid < threads; ++tid) fills.push_back(thread_paint(palette, tid, threads).fill);
      for (int quad = 0; quad < threads / 4; ++quad) fills.push_back(quad_paint(palette, quad, threads / 4).fill);
    }
    for (int values : {1, 2, 3, 8, 16, 128, 129, 4096}) {
      for (int i = 0; i < values; ++i) fills.push_back(scale_paint(palette, i, values).fill);
    }
    for (int n = 0; n < category_count; ++n) fills.push_back(category_paint(palette, n).fill);
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

TEST(Palette, LinesOfAHatchAreSeenAndLeaveLabelsReadable) {
  for (const Color fill : all_fills()) {
    const Color line = hatch_color(fill);
    EXPECT_GE(wcag_contrast(line, label_color(fill)), 4.5) << int{fill.r} << " " << int{fill.g} << " " << int{fill.b};
    if (fill.r == fill.g && fill.g == fill.b) {
      EXPECT_GE(wcag_contrast(line, fill), 1.6) << int{fill.r};
    }
  }
}

TEST(Palette, ContrastOfKnownPairs) {
  EXPECT_NEAR(contrast_ratio({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast_ratio({90, 90, 90}, {90, 90, 90}), 1, 1e-9);
  EXPECT_NEAR(contrast_ratio({255, 255, 255}, {0x76, 0x76, 0x76}), 4.54, 0.005);  // the lightest grey that passes AA
}

TEST(Palette, WordsAroundTheGridsCanBeRead) {
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
    const ThemeColors colors = theme_colors(theme);
    EXPECT_GE(wcag_contrast(colors.ink, colors.background), 7);
    EXPECT_GE(wcag_contrast(colors.quiet, colors.background), theme == Theme::Contrast ? 7 : 4.5);
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

struct Pair {
  double distance = 1e9;
  int a = 0, b = 0;
};

// The least distance of two of these colours.
Pair nearest(const std::vector<Color>& colors, const Sight& sight, int apart = 1) {
  Pair least;
  for (int a = 0; a < static_cast<int>(colors.size()); ++a) {
    for (int b = a + apart; b < static_cast<int>(colors.size()); ++b) {
      const double d = distance(colors[static_cast<std::size_t>(a)], colors[static_cast<std::size_t>(b)], sight);
      if (d < least.distance) least = {d, a, b};
    }
  }
  return least;
}

std::vector<Color> categories(Palette palette) {
  std::vector<Color> colors;
  for (int n = 0; n < category_count; ++n) colors.push_back(category_paint(palette, n).fill);
  return colors;
}

TEST(Palette, SafeCategoriesAreAllToldApartForEverySight) {
  const std::vector<Color> all = categories(Palette::Safe);
  const std::vector<Color> first(all.begin(), all.begin() + 4);
  for (const Sight& sight : sights) {
    EXPECT_GE(nearest(all, sight).distance, 30) << sight.name;
    EXPECT_GE(nearest(first, sight).distance, 45) << sight.name;
  }
}

// The distances of all palettes, for whoever chooses one: only Safe promises any.
TEST(Palette, DistancesUnderColourBlindnessAreReported) {
  for (std::size_t p = 0; p < 2; ++p) {
    for (const Sight& sight : sights) {
      std::vector<Color> threads, quads, values;
      for (int tid = 0; tid < 32; ++tid) threads.push_back(thread_paint(every_palette[p], tid, 32).fill);
      for (int quad = 0; quad < 8; ++quad) quads.push_back(quad_paint(every_palette[p], quad, 8).fill);
      for (int i = 0; i < 8; ++i) values.push_back(scale_paint(every_palette[p], i, 8).fill);
      const Pair of_threads = nearest(threads, sight), of_quads = nearest(quads, sight);
      const Pair of_values = nearest(values, sight), of_categories = nearest(categories(every_palette[p]), sight);
      std::cout << palette_names[p] << ", " << sight.name << ": threads " << of_threads.distance << " (" << of_threads.a
                << ", " << of_threads.b << "), quads " << of_quads.distance << ", values " << of_values.distance
                << ", categories " << of_categories.distance << '\n';
      RecordProperty(std::string(palette_names[p]) + "_" + sight.name, std::to_string(of_categories.distance));
      if (every_palette[p] != Palette::Safe) continue;
      EXPECT_GE(of_quads.distance, 7) << sight.name;
      EXPECT_GE(of_values.distance, 7) << sight.name;
    }
  }
}

TEST(Palette, VividHasMoreChroma) {
  const auto chroma = [](Color c) {
    const sight::Triple l = lab(linear(c));
    return std::hypot(l[1], l[2]);
  };
  double safe = 0, vivid = 0;
  for (int tid = 0; tid < 32; ++tid) {
    safe += chroma(thread_paint(Palette::Safe, tid, 32).fill);
    vivid += chroma(thread_paint(Palette::Vivid, tid, 32).fill);
  }
  EXPECT_GT(vivid, 1.15 * safe);
}

// Black and white: another hatch, or a grey that is clearly lighter or darker.
void expect_told_apart(const std::vector<Paint>& paints) {
  for (std::size_t a = 0; a < paints.size(); ++a) {
    for (std::size_t b = a + 1; b < paints.size(); ++b) {
      EXPECT_EQ(paints[a].fill.r, paints[a].fill.g);
      EXPECT_EQ(paints[a].fill.g, paints[a].fill.b);
      if (paints[a].hatch != paints[b].hatch) continue;
      EXPECT_GE(distance(paints[a].fill, paints[b].fill, sights[0]), 10) << a << " and " << b;
    }
  }
}

TEST(Palette, PrintIsToldApartInBlackAndWhite) {
  std::vector<Paint> threads, quads, all;
  for (int tid = 0; tid < 32; ++tid) threads.push_back(thread_paint(Palette::Print, tid, 32));
  for (int quad = 0; quad < 32; ++quad) quads.push_back(quad_paint(Palette::Print, quad, 32));
  for (int n = 0; n < category_count; ++n) all.push_back(category_paint(Palette::Print, n));
  expect_told_apart(threads);
  expect_told_apart(quads);
  expect_told_apart(all);
  for (int count = 1; count <= 32; ++count) {
    std::vector<Paint> scale;
    for (int n = 0; n < count; ++n) scale.push_back(scale_paint(Palette::Print, n, count));
    expect_told_apart(scale);
    for (std::size_t n = 1; n < scale.size(); ++n) EXPECT_LE(scale[n].fill.r, scale[n - 1].fill.r) << count;
  }
}

TEST(Palette, EveryScaleRisesInLightness) {
  for (int i = 1; i < 16; ++i) {
    const auto lightness = [](int n) { return lab(linear(scale_paint(Palette::Vivid, n, 16).fill))[0]; };
    EXPECT_GT(lightness(i), lightness(i - 1)) << i;
  }
}

}  // namespace
}  // namespace tcviz
