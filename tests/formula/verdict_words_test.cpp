// What a verdict says: the window and the command line have no other words for it.
#include "gpu/language/formula/verdict_words.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

Verdict made_verdict(bool row, bool col, int wrong_rows, int wrong_cols) {
  Verdict verdict;
  verdict.slots = 256;
  verdict.mismatches = std::max(wrong_rows, wrong_cols);
  verdict.asked_row = row, verdict.asked_col = col;
  verdict.row_mismatches = wrong_rows, verdict.col_mismatches = wrong_cols;
  verdict.first = FirstMismatch{{1, 0}, Element{0, 2}, 0, 4};
  return verdict;
}

TEST(VerdictWords, NothingIsSaidOfWhatIsRight) {
  Verdict verdict;
  verdict.slots = 256;
  verdict.asked_row = verdict.asked_col = true;
  const VerdictWords words = verdict_words(verdict);
  EXPECT_EQ(words.apart + words.first + words.first_got + words.undefined, "");
}

TEST(VerdictWords, RowAndColAreToldApart) {
  const VerdictWords words = verdict_words(made_verdict(true, true, 0, 192));
  EXPECT_EQ(words.apart, "row is right everywhere, col is wrong for 192 slots");
  EXPECT_EQ(words.first, "T1 x[0]: expected (0, 2), got (0, 4)");
  EXPECT_EQ(words.first_got, "T1 x[0]: got (0, 4)");
  EXPECT_EQ(verdict_words(made_verdict(true, true, 1, 0)).apart, "row is wrong for 1 slot, col is right everywhere");
}

TEST(VerdictWords, WhatTheFormulaDoesNotGiveIsNotNamed) {
  const VerdictWords row = verdict_words(made_verdict(true, false, 8, 0)),
                     col = verdict_words(made_verdict(false, true, 0, 8));
  EXPECT_EQ(row.first, "T1 x[0]: expected (0, 2), got row 0");
  EXPECT_EQ(col.first, "T1 x[0]: expected (0, 2), got col 4");
  EXPECT_EQ(row.apart + col.apart, "");
}

TEST(VerdictWords, TheUndefinedIsNamedWithItsSlot) {
  Verdict verdict = made_verdict(true, true, 1, 1);
  verdict.undefined = UndefinedAt{{0, 3}, "shift by -1", {}, false};
  EXPECT_EQ(verdict_words(verdict).undefined, "T0 x[3]: shift by -1, which C leaves undefined");
  verdict.undefined->message = "shift by 40: counts go from 0 to 31";
  EXPECT_EQ(verdict_words(verdict).undefined, "T0 x[3]: shift by 40, which C leaves undefined: counts go from 0 to 31");
  EXPECT_EQ(with_blame("too many steps", ""), "too many steps");
}

}  // namespace
}  // namespace tcviz
