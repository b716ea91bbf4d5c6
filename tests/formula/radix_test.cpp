// Pieces of a function: where each begins is a number, and the comparison that chooses a piece names the right one.
#include "gpu/language/deduce/radix.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gpu/language/deduce/deduce.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

Function2 function_of_tid(std::vector<int> values) {
  const int size = static_cast<int>(values.size());
  return {{"tid", "i"}, {size, 1}, [values = std::move(values)](int tid, int) {
            return values[static_cast<std::size_t>(tid)];
          }};
}

std::string pieces_of(std::vector<int> values) {
  const auto spelled = spell_piecewise(function_of_tid(std::move(values)));
  return spelled ? spelled->text : "none";
}

TEST(Radix, TwoPieces) {
  EXPECT_EQ(pieces_of({0, 1, 2, 3, 4, 9, 7, 5}), "tid < 6 ? (tid % 5) + ((tid / 5) * 9) : 7 - ((tid - 6) * 2)");
}

// The third piece begins behind the second, not behind the first.
TEST(Radix, FourPiecesAreChosenByWhereEachBegins) {
  EXPECT_EQ(pieces_of({0, 1, 2, 3, 20, 19, 18, 17, 30, 32, 34, 36, 50, 47, 44, 41}),
            "tid < 5 ? (tid % 4) + ((tid / 4) * 20) : "
            "tid < 9 ? (19 + (((tid - 5) / 3) * 11)) - ((tid - 5) % 3) : "
            "tid < 13 ? 32 + (((tid - 9) % 3) * 2) + (((tid - 9) / 3) * 18) : 47 - ((tid - 13) * 3)");
}

// The same through the whole deduction, whose proof a wrong comparison would not stand.
TEST(Radix, FourPiecesStandTheirProof) {
  const std::vector<int> order{3, 2, 1, 0, 4, 6, 8, 10, 15, 14, 13, 12, 11, 9, 7, 5};
  const Layout layout = samples::of_formula({1, 16, 16, 1}, [&](int tid, int) { return order[tid]; });
  const auto found = deduce(layout, Style::C, nullptr);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_FALSE(found.value().is_table);
}

TEST(Radix, MoreThanFourPiecesAreNone) { EXPECT_EQ(pieces_of({0, 9, 2, 7, 1, 13, 5, 3, 11, 4, 17, 8, 6}), "none"); }

}  // namespace
}  // namespace tcviz
