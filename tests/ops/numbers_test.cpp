// Rounding to element types, against bit patterns from the formats' definitions and every value of the narrow types.
#include "gpu/run/ops/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gpu/layout/element_value.hpp"

namespace tcviz {
namespace {

TEST(Numbers, EveryHalfIsItself) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double value = decode(ElementType::F16, bits);
    if (std::isnan(value)) continue;
    ASSERT_EQ(round_to(ElementType::F16, value), value) << bits;
    ASSERT_EQ(encode_number(ElementType::F16, value), bits);
  }
}

TEST(Numbers, EveryBfloatIsItself) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double value = decode(ElementType::BF16, bits);
    if (std::isnan(value)) continue;
    ASSERT_EQ(round_to(ElementType::BF16, value), value) << bits;
    ASSERT_EQ(encode_number(ElementType::BF16, value), bits);
  }
}

// Between each two neighbours: below the middle, the middle itself, above it.
TEST(Numbers, HalvesRoundToTheNearestAndTiesToEven) {
  for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const double low = decode(ElementType::F16, bits), high = decode(ElementType::F16, bits + 1);
    const double middle = (low + high) / 2, step = high - low;
    ASSERT_EQ(round_to(ElementType::F16, middle - step / 8), low);
    ASSERT_EQ(round_to(ElementType::F16, middle + step / 8), high);
    ASSERT_EQ(round_to(ElementType::F16, middle), bits % 2 == 0 ? low : high);
    ASSERT_EQ(round_to(ElementType::F16, -middle), bits % 2 == 0 ? -low : -high);
  }
}

struct Case {
  ElementType type;
  double value, rounded;
};

TEST(Numbers, EdgesOfEveryType) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Case rows[] = {
      {ElementType::F16, 65519, 65504},     // below the middle of the largest number and 65536
      {ElementType::F16, 65520, infinity},  // the tie goes to even, which is no number any more
      {ElementType::F16, 0x1p-25, 0},       // half of the smallest one: tie to even
      {ElementType::F16, 0x1.8p-25, 0x1p-24},
      {ElementType::TF32, 1 + 0x1p-11, 1 + 0x1p-10},  // ties away from zero
      {ElementType::TF32, -1 - 0x1p-11, -1 - 0x1p-10},
      {ElementType::TF32, 1 + 0x1p-12, 1},
      {ElementType::F32, 1 + 0x1p-24, 1},
      {ElementType::F64, 1 + 0x1p-52, 1 + 0x1p-52},
      {ElementType::S8, 200, -56},
      {ElementType::S8, -129, 127},
      {ElementType::U8, 300, 44},
      {ElementType::U8, -1, 255},
      {ElementType::S32, 2.9, 2},
      {ElementType::S32, -2.9, -2},
  };
  for (const Case& row : rows) EXPECT_EQ(round_to(row.type, row.value), row.rounded) << row.value;
}

TEST(Numbers, AnUlpIsTheStepToTheNextNumber) {
  EXPECT_EQ(ulp(ElementType::F16, 1), 0x1p-10);
  EXPECT_EQ(ulp(ElementType::F16, 0), 0x1p-24);
  EXPECT_EQ(ulp(ElementType::F32, -4), 0x1p-21);
  EXPECT_EQ(ulp(ElementType::F64, 1), 0x1p-52);
  EXPECT_EQ(ulp(ElementType::S32, 5), 0);
}

}  // namespace
}  // namespace tcviz
