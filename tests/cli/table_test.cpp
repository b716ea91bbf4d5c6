// Tables as text, in terminals that are too narrow for them.
#include "app/cli/kit/table.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(Table, StandsAsItIsWhereThereIsRoom) {
  const Table table{{"name", "count"}, {false, true}, {{"one two", "1"}, {"three", "10"}}};
  EXPECT_EQ(to_text(table, false), "name     count\none two      1\nthree       10\n");
  EXPECT_EQ(to_text(table, false, 14), to_text(table, false));
}

TEST(Table, WrapsWordsWhereThereIsLessRoom) {
  const Table table{{"name", "description"}, {}, {{"one", "a few words"}, {"two", "another"}}};
  EXPECT_EQ(to_text(table, false, 17), "name  description\none   a few words\ntwo   another\n");
  const Table longer{{"name", "words"}, {}, {{"one", "a few words more"}, {"two", "another"}}};
  EXPECT_EQ(to_text(longer, false, 15), "name  words\none   a few\n      words\n      more\ntwo   another\n");
}

TEST(Table, RepeatsTheFirstColumnInBlocksWhereThatIsNotEnough) {
  const Table table{{"", "0", "1", "2"}, {true}, {{"0", "T0:0", "T0:1", "T0:2"}, {"1", "T1:0", "T1:1", "T1:2"}}};
  EXPECT_EQ(to_text(table, false, 14), "   0     1\n0  T0:0  T0:1\n1  T1:0  T1:1\n\n   2\n0  T0:2\n1  T1:2\n");
}

TEST(Folded, LongLinesAreBrokenAtBlanks) {
  EXPECT_EQ(folded("a line of some words\nshort\n", 0), "a line of some words\nshort\n");
  EXPECT_EQ(folded("a line of words that go on\n  and one with room\n", 24),
            "a line of words that\n  go on\n  and one with room\n");
  EXPECT_EQ(folded("  more than one fold of four words\n", 24), "  more than one fold\n    of four words\n");
  EXPECT_EQ(folded("no_blank_to_break_it_at_anywhere", 24), "no_blank_to_break_it_at_anywhere");
  EXPECT_EQ(folded("\n", 24), "\n");
}

}  // namespace
}  // namespace tcviz
