#include "app/cli/kit/values.hpp"

#include <gtest/gtest.h>

#include <array>

#include "app/cli/kit/table.hpp"

namespace tcviz {
namespace {

TEST(Values, SizesUpToTheLimits) {
  EXPECT_EQ(parse_size("1400x840").value().width, 1400);
  EXPECT_EQ(parse_size("1400x840").value().height, 840);
  EXPECT_TRUE(parse_size("200x8192").ok());
  for (const char* bad :
       {"199x200", "200x8193", "200", "200x", "x200", "200x200 ", "+200x200", "200X200", "4294967496x300"})
    EXPECT_FALSE(parse_size(bad).ok()) << bad;
}

TEST(Values, ScalesAreFiniteAndInRange) {
  EXPECT_EQ(parse_scale("1.5", 0.5, 4).value(), 1.5);
  EXPECT_TRUE(parse_scale("0.5", 0.5, 4).ok());
  EXPECT_TRUE(parse_scale("4", 0.5, 4).ok());
  for (const char* bad : {"nan", "-nan", "inf", "0.49", "4.01", "-1", "", "1,5", "1.5x"})
    EXPECT_FALSE(parse_scale(bad, 0.5, 4).ok()) << bad;
}

TEST(Values, SlotsOfALayout) {
  const Slot slot = parse_slot("31,7").value();
  EXPECT_EQ(slot, (Slot{31, 7}));
  EXPECT_TRUE(check_slot(slot, 32, 8, "k").ok());
  EXPECT_FALSE(check_slot(slot, 31, 8, "k").ok());
  EXPECT_FALSE(check_slot(slot, 32, 7, "k").ok());
  EXPECT_FALSE(check_slot({-1, 0}, 32, 8, "k").ok());
  EXPECT_TRUE(check_slot({127, 200}, 128, 201, "warpgroup").ok());
}

TEST(Values, ChoicesAreListedNearestFirst) {
  constexpr std::array<std::string_view, 3> legal = {"dark", "light", "paper"};
  EXPECT_EQ(parse_choice("--theme", "light", legal).value(), 1u);
  const auto wrong = parse_choice("--theme", "papr", legal);
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("it is paper, "), std::string::npos) << wrong.error().message;
}

TEST(Values, Lists) {
  EXPECT_EQ(join_choices({}), "");
  EXPECT_EQ(join_choices(std::array<std::string_view, 1>{"a"}), "a");
  EXPECT_EQ(join_choices(std::array<std::string_view, 2>{"a", "b"}), "a or b");
  EXPECT_EQ(join_choices(std::array<std::string_view, 3>{"a", "b", "c"}), "a, b or c");
}

TEST(Tables, AreAlignedAndLeaveOutEmptyColumns) {
  const Table table{{"name", "empty", "n", "words"},
                    {false, false, true, false},
                    {{"a", "", "1", "x"}, {"long name", "", "100", ""}}};
  EXPECT_EQ(to_text(table, false),
            "name         n  words\n"
            "a            1  x\n"
            "long name  100\n");
}

}  // namespace
}  // namespace tcviz
