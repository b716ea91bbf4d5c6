// Matrices of numbers: what stands in a cell, and that there is always a number in it.
#include "app/scene/pictures/value_view.hpp"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

TEST(ValueLabel, FitsAndSaysTheValue) {
  EXPECT_EQ(value_label(0.279), "0.279");
  EXPECT_EQ(value_label(-1.4612), "-1.46");
  EXPECT_EQ(value_label(-1.4612, 4), "-1.5");
  EXPECT_EQ(value_label(-0.0523, 4), "-.05");
  EXPECT_EQ(value_label(1.0), "1");
  EXPECT_EQ(value_label(12345, 4), "1e4");
  EXPECT_EQ(value_label(-0.004), "-.004");
  EXPECT_EQ(value_label(-0.00004), "-4e-5");
  EXPECT_EQ(value_label(-0.00004, 4), "~0");
  EXPECT_EQ(value_label(std::nan("")), "");
  for (int most = 3; most <= 5; ++most) {
    for (double value = 1e-9; value < 1e9; value *= 3.7) {
      for (const double each : {value, -value, std::floor(value)}) {
        const std::string text = value_label(each, most);
        EXPECT_LE(text.size(), static_cast<std::size_t>(most)) << each << " " << text;
        EXPECT_FALSE(text.empty());
      }
    }
    EXPECT_LE(value_label(-std::numeric_limits<double>::infinity(), most).size(), static_cast<std::size_t>(most));
  }
}

ValueView two_grids(int rows, int cols, const std::vector<double>& values) {
  ValueView view;
  view.rows = rows;
  view.cols = cols;
  view.grids = {{"before", values, {}}, {"after", values, values}};
  return view;
}

// In every room each number can be read, lies in its cell, and none is left out.
TEST(ValueView, EveryCellHasANumberThatCanBeRead) {
  for (const auto& [rows, cols] : {std::pair(16, 16), std::pair(8, 32), std::pair(32, 8), std::pair(64, 256)}) {
    const std::vector<double> values(static_cast<std::size_t>(rows * cols), -1.4612);
    for (const auto& [width, height] :
         {std::pair(614, 550), std::pair(420, 240), std::pair(1030, 860), std::pair(200, 60)}) {
      ValueView view = two_grids(rows, cols, values);
      fit_values(view, static_cast<float>(width), static_cast<float>(height));
      EXPECT_GE(view.label, 8.5F);
      const Scene scene = build_value_scene(view);
      std::size_t labels = 0;
      for (const Text& text : scene.texts) labels += text.role == TextRole::CellLabel ? 1 : 0;
      EXPECT_EQ(labels, 2 * values.size());
      const std::string widest = value_label(-1.4612, view.chars);
      EXPECT_LE(static_cast<float>(widest.size()) * 0.6F * view.label, view.cell_w - 1);
      EXPECT_LE(view.label, view.cell_h);
    }
  }
}

// 1280x720: both grids with all digits, without scrolling.
TEST(ValueView, SixteenBySixteenFitsASmallWindow) {
  const std::vector<double> values(256, -1.4612);
  ValueView view = two_grids(16, 16, values);
  fit_values(view, 614, 540);
  EXPECT_EQ(view.chars, 5);
  EXPECT_TRUE(view.stacked);
  const Scene scene = build_value_scene(view);
  EXPECT_LE(scene.width, 614);
  EXPECT_LE(scene.height, 540);
}

}  // namespace
}  // namespace tcviz
