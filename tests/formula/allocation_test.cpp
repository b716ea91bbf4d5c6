// A key stroke allocates nothing: after the first check of its size, reading a text again and checking it does not ask
// for memory.
#include <gtest/gtest.h>

#include "gpu/language/formula/check.hpp"
#include "tests/layout/samples.hpp"
#include "tests/render/count_new.hpp"

namespace tcviz {
namespace {

const char* const texts[] = {
    "((i & 2) << 2 | tid >> 2) * COLS + (i & 1) + (i & 4) * 2 + tid % 4 * 2",
    "i < 4 ? (tid >> 2 | (i & 2) << 2) * 16 + tid % 4 * 2 + i % 2 : (tid >> 2 | (i & 2) << 2) * 16 + 8 + tid % 4 * 2 "
    "+ i % 2",
    "row = tid >> 2; row |= (i & 2) << 2; col = (tid & 3) << 1; col += i & 1; if (i & 4) col += 8;",
    "int row(int tid, int i) { return tid / 4 + i / 2 % 2 * 8; }\nint col(int tid, int i) { return tid % 4 * 2 + i % 2 "
    "+ i / 4 * 8; }",
    "row = groupID for c0, c1, c4 and c5 ; groupID + 8 for c2 and c3 ; groupID + 8 for c6, c7\n"
    "col = threadID_in_group * 2 + (i & 1) + (i & 4) * 2",
    "((4,8),(2,2,2)):((32,1),(16,8,128))",
    "tid: (0,2) (0,4) (1,0) (2,0) (4,0) ; i: (0,1) (8,0) (0,8)",
};

TEST(Allocations, NoneAfterTheFirstCheckOfItsSize) {
  const Layout layout = samples::of_formula(
      {16, 16, 32, 8}, [](int tid, int i) { return (tid / 4 + i / 2 % 2 * 8) * 16 + tid % 4 * 2 + i % 2 + i / 4 * 8; });
  for (const char* text : texts) {
    Checker checker(layout);
    FormulaReader reader;
    Formula formula;
    Verdict verdict;
    const Formula* const one = &formula;
    const auto check = [&] {
      return reader.read(text, {}, formula) && checker.check({&one, 1}, verdict).ok() && verdict.ok();
    };
    EXPECT_TRUE(check()) << text;
    const long before = allocations_here();
    bool right = true;
    for (int stroke = 0; stroke < 10; ++stroke) right = check() && right;
    const long after = allocations_here();
    EXPECT_TRUE(right) << text;
    EXPECT_GT(before, 0);
    EXPECT_EQ(after - before, 0) << text;
  }
}

}  // namespace
}  // namespace tcviz
