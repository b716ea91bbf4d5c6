// Rounding to element types at their edges.
#include "gpu/run/ops/numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tcviz {
namespace {

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

}  // namespace
}  // namespace tcviz
