// Found against expected: what is wrong, and what would have been right.
#include "gpu/kernel/live/live_comparison.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/live/live_values.hpp"

namespace tcviz {
namespace {

using testing::ElementsAre;

int number_at(int row, int col) { return row * 16 + col; }
ExpectedMatrix expected_for(const Layout& layout) {
  return expected_by_expression("row * 16 + col", layout.rows(), layout.cols()).value();
}

TEST(LiveComparison, EveryKindOfTheManualIsRightAndEverySlotThatIsChangedIsFound) {
  const std::unique_ptr<LayoutSource> source = make_manual_source();
  for (const std::string kind : {"mma.m16n8k16.acc.f32", "mma.m16n8k16.a.bf16", "mma.m8n8k4.acc.f64",
                                 "mma.m16n8k32.b.s8", "ldmatrix.m8n8.x4.b16"}) {
    const Layout layout = layout_of(*source, kind).value();
    const auto small = [](int row, int col) { return (row * 7 + col) % 100; };
    LiveValues values = values_in(fragment_of(layout, small), layout);
    const ExpectedMatrix expected =
        expected_by_expression("(row * 7 + col) % 100", layout.rows(), layout.cols()).value();
    const double tolerance = usual_tolerance(values.format);
    EXPECT_TRUE(compare_live(values, layout, expected, tolerance).right()) << kind;
    for (std::int32_t slot = 0; slot < layout.slots(); ++slot) {
      double& value = values.numbers[static_cast<std::size_t>(slot)];
      value += 10;
      const LiveComparison found = compare_live(values, layout, expected, tolerance);
      ASSERT_THAT(found.wrong, ElementsAre(slot)) << kind;
      ASSERT_EQ(found.wrong_elements, 1);
      ASSERT_EQ(found.wrong_threads, 1);
      value -= 10;
    }
  }
}

TEST(LiveComparison, WhatIsNotThereIsNotCompared) {
  const Layout layout = manual_layout("mma.m16n8k16.acc.f32");
  LiveValues values = values_in(fragment_of(layout, number_at), layout);
  ExpectedMatrix expected = expected_for(layout);
  for (int i = 0; i < 4; ++i) values.present[static_cast<std::size_t>(i)] = false;
  EXPECT_EQ(compare_live(values, layout, expected, 0).compared, 124);
  expected.values.assign(expected.values.size(), std::nullopt);
  const LiveComparison none = compare_live(values, layout, expected, 0);
  EXPECT_EQ(none.compared, 0);
  EXPECT_FALSE(none.right());
}

TEST(LiveComparison, ToleranceIsOfTheType) {
  EXPECT_TRUE(is_near(1001, 1000, 0.001));
  EXPECT_FALSE(is_near(1001.1, 1000, 0.001));
  EXPECT_TRUE(is_near(0.0005, 0, 0.001));
  EXPECT_FALSE(is_near(NAN, 1, 100));
  EXPECT_FALSE(is_near(1, NAN, 100));
  EXPECT_TRUE(is_near(NAN, NAN, 0));
  EXPECT_TRUE(is_near(INFINITY, INFINITY, 0));
  EXPECT_FALSE(is_near(INFINITY, 1e300, 1));
  EXPECT_EQ(usual_tolerance({ElementType::S32, 32}), 0);
  EXPECT_EQ(usual_tolerance({std::nullopt, 2}), 0);
  EXPECT_LT(usual_tolerance({ElementType::F32, 32}), usual_tolerance({ElementType::F16, 16}));
}

// Every element twice: 2 threads, 2 values each.
Layout twice() {
  LayoutData data;
  data.kind = "own.f32";
  data.rows = 1;
  data.cols = 2;
  data.threads = 2;
  data.values = 2;
  data.element_bits = 32;
  data.map = {0, 1, 0, 1};
  return Layout::make(data).value();
}

TEST(LiveComparison, OwnersThatDifferNeedNoExpectation) {
  const Layout layout = twice();
  EXPECT_EQ(format_of(layout).type, ElementType::F32);
  LiveValues values{{ElementType::F32, 32}, {5, 6, 5, 6}, {5, 6, 5, 6}, {true, true, true, true}};
  EXPECT_TRUE(owners_that_differ(values, layout).empty());
  values.bits[3] = 7;
  const std::vector<OwnersDiffer> found = owners_that_differ(values, layout);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].element, (Element{0, 1}));
  EXPECT_EQ(found[0].one, (Slot{0, 1}));
  EXPECT_EQ(found[0].other, (Slot{1, 1}));
  values.present[3] = false;
  EXPECT_TRUE(owners_that_differ(values, layout).empty());
}

TEST(LiveComparison, ReplicatedOwnersAreComparedEach) {
  const Layout layout = twice();
  const LiveValues values{{ElementType::F32, 32}, {}, {5, 6, 5, 7}, {true, true, true, true}};
  const LiveComparison found = compare_live(values, layout, {1, 2, {5.0, 6.0}}, 0);
  EXPECT_EQ(found.compared, 4);
  EXPECT_THAT(found.wrong, ElementsAre(3));
}

TEST(LiveHints, AnOrderOfRegistersIsFoundIfThereIsJustOne) {
  const Layout layout = manual_layout("mma.m16n8k16.acc.f32");
  LiveValues values = values_in(fragment_of(layout, number_at), layout);
  const ExpectedMatrix expected = expected_for(layout);
  for (std::size_t thread = 0; thread < 32; ++thread)
    std::swap(values.numbers[thread * 4], values.numbers[thread * 4 + 3]);
  const auto order = order_found(OrderOf::Values, values, layout, expected, 0);
  ASSERT_TRUE(order.has_value());
  EXPECT_THAT(*order, ElementsAre(3, 1, 2, 0));
  EXPECT_EQ(order_found(OrderOf::Values, values, layout, expected_by_expression("1", 16, 8).value(), 0), std::nullopt);
  const LiveValues ones = values_in(fragment_of(layout, [](int, int) { return 1; }), layout);
  EXPECT_EQ(order_found(OrderOf::Values, ones, layout, expected_by_expression("1", 16, 8).value(), 0), std::nullopt);
}

TEST(LiveHints, ThreadsInAnotherOrderAreFound) {
  const Layout layout = manual_layout("mma.m16n8k16.acc.f32");
  LiveValues values = values_in(fragment_of(layout, number_at), layout);
  const ExpectedMatrix expected = expected_for(layout);
  for (std::size_t i = 0; i < 4; ++i) std::swap(values.numbers[4 * 4 + i], values.numbers[9 * 4 + i]);
  EXPECT_EQ(order_found(OrderOf::Values, values, layout, expected, 0), std::nullopt);
  const auto order = order_found(OrderOf::Threads, values, layout, expected, 0);
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ((*order)[4], 9);
  EXPECT_EQ((*order)[9], 4);
  EXPECT_EQ((*order)[5], 5);
  values.numbers[0] = 1000;
  EXPECT_EQ(order_found(OrderOf::Threads, values, layout, expected, 0), std::nullopt);
}

TEST(LiveHints, AFactorHoldsForAllOrIsNotSaid) {
  const Layout layout = manual_layout("mma.m16n8k16.acc.f32");
  LiveValues values = values_in(fragment_of(layout, [](int row, int col) { return 3 * number_at(row, col); }), layout);
  const ExpectedMatrix expected = expected_for(layout);
  EXPECT_EQ(factor_found(values, layout, expected, 0), 3);
  EXPECT_EQ(factor_found(values, layout, expected_by_expression("1", 16, 8).value(), 0), std::nullopt);
  const LiveValues ones = values_in(fragment_of(layout, [](int, int) { return 1; }), layout);
  EXPECT_EQ(factor_found(ones, layout, expected_by_expression("2", 16, 8).value(), 0), std::nullopt);
  values.numbers.back() += 1;
  EXPECT_EQ(factor_found(values, layout, expected, 0), std::nullopt);
}

TEST(LiveHints, AnElementIsNamedOnlyIfItIsTheOnlyOne) {
  const ExpectedMatrix expected{2, 2, {1.0, 2.0, std::nullopt, 2.0}};
  EXPECT_EQ(element_expecting(1, expected, 0), (Element{0, 0}));
  EXPECT_EQ(element_expecting(2, expected, 0), std::nullopt);
  EXPECT_EQ(element_expecting(3, expected, 0), std::nullopt);
  EXPECT_EQ(transposed({1, 2, {1.0, 2.0}}).rows, 2);
}

}  // namespace
}  // namespace tcviz
