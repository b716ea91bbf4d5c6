#include "gpu/layout/gf2.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "samples.hpp"

namespace tcviz {
namespace {

using samples::Sizes;

void expect_proved(const Layout& layout, const BitMatrix& matrix) {
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    ASSERT_EQ(matrix.apply(slot), *layout.element(slot)) << slot.tid << " " << slot.i;
  }
}

// All 8! ways to spread a 2x4 matrix over 4 threads of 2 values. Exactly the affine group AGL(3, 2) of order
// 8 * 7 * 6 * 4 = 1344 consists of linear ones; the independent test of each is f(a) ^ f(b) ^ f(0) = f(a ^ b).
TEST(Bits, EveryPermutationOfEightSlots) {
  std::vector<std::int32_t> map(8);
  std::iota(map.begin(), map.end(), 0);
  int linear = 0;
  do {
    bool affine = true;
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) affine = affine && (map[a] ^ map[b] ^ map[0]) == map[a ^ b];
    const Linearity found = extract_bits(samples::make(samples::data_of({2, 4, 4, 2}, map)));
    ASSERT_EQ(found.matrix.has_value(), affine);
    ASSERT_EQ(found.reason.empty(), affine);
    linear += affine;
  } while (std::ranges::next_permutation(map).found);
  EXPECT_EQ(linear, 1344);
}

// The accumulator of sm_75 and newer: row = t4 t3 t2 below i1, col = i2 t1 t0 i0. Packed as row << 4 | col.
TEST(Bits, AccumulatorBitByBit) {
  const Layout layout = samples::of_formula(
      {16, 16, 32, 8}, [](int tid, int i) { return (i / 2 % 2 * 8 + tid / 4) * 16 + i % 2 + i / 4 * 8 + tid % 4 * 2; });
  const Linearity found = extract_bits(layout);
  ASSERT_TRUE(found.matrix);
  EXPECT_EQ(found.matrix->i_bits, 3);
  EXPECT_EQ(found.matrix->tid_bits, 5);
  EXPECT_EQ(found.matrix->row_bits, 4);
  EXPECT_EQ(found.matrix->col_bits, 4);
  EXPECT_EQ(found.matrix->offset, 0u);
  EXPECT_EQ(found.matrix->basis, (std::vector<std::uint64_t>{1, 8 << 4, 8, 2, 4, 1 << 4, 2 << 4, 4 << 4}));
  expect_proved(layout, *found.matrix);
}

// Swizzles: XOR of a thread's bits into the column, and a constant.
TEST(Bits, XorAndOffset) {
  const Layout layout =
      samples::of_formula({8, 32, 32, 8}, [](int tid, int i) { return ((i ^ 5) * 32) + (tid ^ (i << 1) ^ 9); });
  const Linearity found = extract_bits(layout);
  ASSERT_TRUE(found.matrix);
  EXPECT_EQ(found.matrix->offset, 5u << 5 | 9u);
  expect_proved(layout, *found.matrix);
}

TEST(Bits, ReplicatedAndLargeOnes) {
  const Layout twice = samples::of_formula({16, 16, 32, 16}, [](int tid, int i) { return (tid * 16 + i) % 256; });
  ASSERT_TRUE(extract_bits(twice).matrix);
  expect_proved(twice, *extract_bits(twice).matrix);
  const Layout large =
      samples::of_formula({128, 64, 128, 64}, [](int tid, int i) { return tid * 64 + (i ^ tid % 64); });
  ASSERT_TRUE(extract_bits(large).matrix);
  expect_proved(large, *extract_bits(large).matrix);
}

TEST(Bits, OneSlot) {
  const Linearity found = extract_bits(samples::make(samples::data_of({1, 1, 1, 1}, {0})));
  ASSERT_TRUE(found.matrix);
  EXPECT_TRUE(found.matrix->basis.empty());
  EXPECT_EQ(found.matrix->apply({0, 0}), (Element{0, 0}));
}

std::string reason_of(const Sizes& sizes, std::vector<std::int32_t> map) {
  return extract_bits(samples::make(samples::data_of(sizes, std::move(map)))).reason;
}

TEST(Bits, ReasonsNameTheFirstSlot) {
  EXPECT_EQ(reason_of({2, 4, 4, 2}, {0, 1, 2, 3, 4, 5, 7, 6}),
            "T3 x[0] holds (1, 3), but the slots of its single bits XOR to (1, 2)");
  EXPECT_EQ(reason_of({1, 2, 2, 2}, {0, 1, no_element, 1}), "T1 x[0] holds no element");
  EXPECT_EQ(reason_of({1, 3, 3, 1}, {0, 1, 2}), "3 threads are not a power of two, so bits cannot count them");
  EXPECT_EQ(reason_of({3, 5, 1, 15}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}),
            "15 values are not a power of two, so bits cannot count them");
  EXPECT_EQ(reason_of({1, 3, 4, 1}, {0, 1, 2, 2}),
            "T3 x[0] holds (0, 2), but the slots of its single bits XOR to (0, 3)");
}

// Of random linear layouts some slots are emptied: what is left is still found, and one wrong element is noticed.
TEST(Bits, WhereHeldHolesMakeNoDifference) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const int offset = static_cast<int>(random() % 256);
    std::array<int, 9> image{};
    for (int& each : image) each = static_cast<int>(random() % 256);
    std::vector<std::int32_t> map(512);
    for (int n = 0; n < 512; ++n) {
      map[n] = offset;
      for (int bit = 0; bit < 9; ++bit)
        if (n >> bit & 1) map[n] ^= image[bit];
    }
    std::vector<bool> owned(256);
    for (int n = 0; n < 512; ++n) {  // an element keeps its first owner, and some others
      const bool first = !owned[map[n]];
      owned[map[n]] = true;
      if (!first && random() % 3 == 0) map[n] = no_element;
    }
    if (std::ranges::find(owned, false) != owned.end()) continue;  // elements without an owner are no layout
    const Layout layout = samples::make(samples::data_of({16, 16, 32, 16}, map));
    const Linearity found = extract_bits_where_held(layout);
    ASSERT_TRUE(found.matrix) << found.reason;
    for (int n = 0; n < 512; ++n) {
      if (map[n] == no_element) continue;
      ASSERT_EQ(found.matrix->apply(layout.slot(n)), *layout.element(layout.slot(n)));
    }
    EXPECT_EQ(extract_bits(layout).matrix.has_value(), std::ranges::find(map, no_element) == map.end());
  }
}

TEST(Bits, WhereHeldAContradictionIsNoticed) {
  const std::vector<std::int32_t> map{0, 1, 2, 3, 4, 5, 7, 6};
  EXPECT_FALSE(extract_bits_where_held(samples::make(samples::data_of({2, 4, 4, 2}, map))).matrix);
  const std::vector<std::int32_t> holes{0,          1,          2,          3,          4,          5,
                                        7,          6,          no_element, no_element, no_element, no_element,
                                        no_element, no_element, no_element, no_element};
  EXPECT_NE(extract_bits_where_held(samples::make(samples::data_of({2, 4, 8, 2}, holes))).reason, "");
}

// One exchange spoils any linear layout of eight slots or more: a pair of points is no affine set's complement there.
TEST(Bits, OneExchangeIsNoticed) {
  std::vector<std::int32_t> map(256);
  std::iota(map.begin(), map.end(), 0);
  std::mt19937 random(7);
  std::uniform_int_distribution<int> any(0, 255);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int32_t> spoiled = map;
    const int a = any(random), b = any(random);
    std::swap(spoiled[a], spoiled[b]);
    EXPECT_EQ(reason_of({16, 16, 32, 8}, spoiled).empty(), a == b);
  }
}

}  // namespace
}  // namespace tcviz
