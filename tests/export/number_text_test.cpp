#include "app/export/ink/number_text.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(NumberText, NothingIsLeftBehindThatSaysNothing) {
  EXPECT_EQ(trimmed_number(1.5, 2), "1.5");
  EXPECT_EQ(trimmed_number(3.0001, 2), "3");
  EXPECT_EQ(trimmed_number(0.126, 2), "0.13");
  EXPECT_EQ(trimmed_number(0.126, 3), "0.126");
  EXPECT_EQ(trimmed_number(100, 2), "100");
  EXPECT_EQ(trimmed_number(100, 0), "100");
  EXPECT_EQ(trimmed_number(-0.001, 2), "0");
  EXPECT_EQ(trimmed_number(-2.5, 3), "-2.5");
}

TEST(NumberText, ThousandsAreSetApart) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(999), "999");
  EXPECT_EQ(thousands(1000), "1,000");
  EXPECT_EQ(thousands(1234567.8), "1,234,568");
}

TEST(NumberText, TeraflopsHaveThreeDigits) {
  EXPECT_EQ(tflops(725149), "725");
  EXPECT_EQ(tflops(1070531), "1,071");
  EXPECT_EQ(tflops(99949), "99.9");
  EXPECT_EQ(tflops(99951), "100");
  EXPECT_EQ(tflops(9123), "9.12");
  EXPECT_EQ(tflops(190), "0.19");
}

}  // namespace
}  // namespace tcviz
