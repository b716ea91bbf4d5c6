#include "gpu/layout/layout.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

Layout made(std::vector<std::int32_t> map, int values = 2) {
  const int threads = static_cast<int>(map.size()) / values;
  return Layout::make({"test", 2, 2, threads, values, 32, {}, std::move(map)}).value();
}

TEST(LayoutDiff, EqualLayoutsMoveNothing) {
  const auto diff = compare(made({0, 1, 2, 3}), made({0, 1, 2, 3}));
  ASSERT_TRUE(diff.ok());
  EXPECT_TRUE(diff.value().equal());
  EXPECT_EQ(diff.value().slots, 4);
}

TEST(LayoutDiff, NamesEverySlotThatMoved) {
  const auto diff = compare(made({0, 1, 2, 3}), made({0, 2, 1, 3}));
  ASSERT_TRUE(diff.ok());
  ASSERT_EQ(diff.value().moved.size(), 2u);
  EXPECT_EQ(diff.value().moved[0].slot, (Slot{0, 1}));
  EXPECT_EQ(diff.value().moved[0].from, 1);
  EXPECT_EQ(diff.value().moved[0].to, 2);
  EXPECT_EQ(diff.value().moved[1].slot, (Slot{1, 0}));
}

TEST(LayoutDiff, ASlotThatBecomesEmptyHasMoved) {
  const auto diff = compare(made({0, 1, 2, 3, 0, 1}), made({0, 1, 2, 3, no_element, 1}));
  ASSERT_TRUE(diff.ok());
  ASSERT_EQ(diff.value().moved.size(), 1u);
  EXPECT_EQ(diff.value().moved[0].to, no_element);
}

TEST(LayoutDiff, OtherSizesAreRefused) {
  EXPECT_FALSE(compare(made({0, 1, 2, 3}), made({0, 1, 2, 3}, 4)).ok());
  EXPECT_FALSE(compare(made({0, 1, 2, 3}), made({0, 1, 2, 3, 0, 1})).ok());
}

}  // namespace
}  // namespace tcviz
