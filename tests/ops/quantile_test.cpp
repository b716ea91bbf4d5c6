#include "gpu/run/ops/quantile.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(Quantile, OfAnOddNumberOfValuesTheMedianIsOneOfThem) {
  EXPECT_EQ(quantile({30, 10, 20}, 0.5), 20);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.25), 2);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.75), 4);
}

TEST(Quantile, OfAnEvenNumberItLiesBetweenTwo) {
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.75), 3.25);
}

TEST(Quantile, TheEndsAreTheSmallestAndTheLargest) {
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0), 1);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 1), 4);
}

TEST(Quantile, OneValueIsAllQuantiles) {
  for (const double part : {0.0, 0.25, 0.5, 1.0}) EXPECT_EQ(quantile({7}, part), 7);
}

TEST(Quantile, OfNothingIsNothing) { EXPECT_EQ(quantile({}, 0.5), 0); }

}  // namespace
}  // namespace tcviz
