#include "gpu/formula/expression.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tcviz {
namespace {

Variables slot(int tid, int i) {
  Variables variables;
  variables[Variable::Tid] = tid;
  variables[Variable::I] = i;
  return variables;
}

Expression parse(std::string_view text, Inputs inputs = Inputs::Slot) {
  auto parsed = parse_expression(text, inputs);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.diagnostics.front().message);
  return parsed ? std::move(*parsed.value) : std::move(*parse_expression("0").value);
}

std::int64_t value(std::string_view text, int tid = 0, int i = 0) {
  const auto result = parse(text).evaluate(slot(tid, i));
  EXPECT_TRUE(result.ok()) << text << ": " << (result ? "" : result.error().message);
  return result ? result.value() : -999;
}

// Precedence and literals, from the C standard's grammar (C17 6.5, 6.4.4.1; digit separators and 0b of C23).
TEST(Expression, LiteralsAndPrecedence) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("1 | 2 ^ 3 & 1"), 3);
  EXPECT_EQ(value("1 + 1 << 2"), 8);
  EXPECT_EQ(value("6 & 2 == 2"), 0);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("0 ? 1 : 1 ? 2 : 3"), 2);
  EXPECT_EQ(value("1 ? 0 ? 4 : 5 : 6"), 5);
  EXPECT_EQ(value("- - 3"), 3);
  EXPECT_EQ(value("~0 & 0x0F'0f"), 0xf0f);
  EXPECT_EQ(value("0b1'01 + 017 + 9'9 * 0"), 20);
  EXPECT_EQ(value("(1, 2)"), 2);
  EXPECT_EQ(value("!tid + !!7 /* not */ // and a comment"), 2);
}

TEST(Expression, IntAndUnsigned) {
  EXPECT_EQ(value("0 - 1"), -1);
  EXPECT_EQ(value("0u - 1"), 4294967295);
  EXPECT_EQ(value("-1 < 0u"), 0);
  EXPECT_EQ(value("(unsigned)-1 >> 28"), 15);
  EXPECT_EQ(value("-1 >> 28"), -1);
  EXPECT_EQ(value("0xffffffff + 1"), 0);
  EXPECT_EQ(value("int(0xffffffff)"), -1);
  EXPECT_EQ(value("static_cast<unsigned int>(-1) / 2"), 2147483647);
  EXPECT_EQ(value("(uint8_t)300"), 44);
  EXPECT_EQ(value("(unsigned char)300 + (short unsigned)65537 + (signed char)255"), 44);
  EXPECT_EQ(value("threadIdx.x - 6 > 0", 5), 1);  // unsigned: wraps
  EXPECT_EQ(value("tid - 6 > 0", 5), 0);
}

TEST(Expression, NamesAndFunctions) {
  EXPECT_EQ(value("threadIdx.x % 32 + lane + laneid + lane_id + thread", 7), 35);
  EXPECT_EQ(value("v + reg + x + i", 0, 3), 12);
  EXPECT_EQ(value("groupID * 10 + threadID_in_group", 30), 72);
  EXPECT_EQ(value("%laneid % 4 + % laneid", 7), 10);
  EXPECT_EQ(value("warpSize"), 32);
  EXPECT_EQ(value("min(3, i) + std::max(tid, 2) + abs(-9)", 1, 5), 14);
  EXPECT_EQ(value("__popc(255) + __clz(1) + __ffs(8) + (__brev(1) >> 28)"), 8 + 31 + 4 + 8);
  Variables all = slot(1, 2);
  all[Variable::Row] = 3;
  all[Variable::Cols] = 16;
  EXPECT_EQ(parse("row * COLS + tid", Inputs::All).evaluate(all).value(), 49);
  EXPECT_TRUE(parse("tid").reads(Variable::Tid));
  EXPECT_FALSE(parse("tid").reads(Variable::I));
}

std::string undefined(std::string_view text, int tid = 0, int i = 0) {
  const auto result = parse(text).evaluate(slot(tid, i));
  return result ? "a number" : result.error().message;
}

TEST(Expression, UndefinedIsSaid) {
  EXPECT_EQ(undefined("1 << tid", 32), "shift by 32: counts go from 0 to 31");
  EXPECT_EQ(undefined("1u >> (i - 1)"), "shift by -1: counts go from 0 to 31");
  EXPECT_EQ(undefined("tid / i", 3), "division by zero");
  EXPECT_EQ(undefined("tid % i", 3), "remainder by zero");
  EXPECT_EQ(undefined("2147483647 + tid", 1), "2147483647 + 1 does not fit into an int");
  EXPECT_EQ(undefined("(-2147483647 - 1) / (i - 1)"), "-2147483648 / -1 does not fit into an int");
  EXPECT_EQ(undefined("1 << 31"), "1 << 31 does not fit into an int");
  EXPECT_EQ(undefined("-tid << 1", 3), "-3 << 1: C shifts no negative int to the left");
  EXPECT_EQ(value("i ? 8 / i : 0"), 0);  // not computed
  EXPECT_EQ(value("i && 8 / i"), 0);
  EXPECT_EQ(value("!i || 8 / i"), 1);
}

struct Wrong {
  std::string_view text, message;
  std::uint32_t begin, end;
  std::string_view fix;
};

TEST(Expression, DiagnosticsHaveTheirPlace) {
  const Wrong wrongs[] = {
      {"tidd & 3", "unknown name `tidd`; the nearest known ones are tid, lane_id, i", 0, 4, "tid"},
      {"i = 3", "`=` compares nothing here: `==`?", 2, 3, "=="},
      {"(tid & 3", "this ( has no `)`", 0, 1, ""},
      {"tid & 3)", "this ) has no `(`", 7, 8, ""},
      {"tid +", "expected a value before the end", 5, 5, ""},
      {"tid 3", "expected an operator or the end before `3`", 4, 5, ""},
      {"(tid 3)", "expected an operator before `3`", 5, 6, ""},
      {"tid ? 1", "this ? has no `:`", 4, 5, ""},
      {"2147483648", "2147483648 does not fit into an int, and 64-bit types are not known here: write 2147483648u", 0,
       10, "2147483648u"},
      {"0b12", "'2' is no binary digit", 0, 4, ""},
      {"089", "'8' is no octal digit", 0, 3, ""},
      {"1.5", "fractions have no place here: formulae are made of whole numbers", 0, 3, ""},
      {"7ul", "whole numbers have 32 bits here: the suffix may be u, not ul", 0, 3, "7u"},
      {"min(tid)", "expected 2 arguments, not 1", 0, 8, ""},
      {"tid /* x", "this comment has no end: expected */", 4, 6, ""},
      {"row + 1", "`row` is a result here, not something to compute from", 0, 3, ""},
      {"tid @ 3", "this character has no meaning here", 4, 5, ""},
      {"i++", "expected an operator or the end before `++`", 1, 3, ""},
      {"", "expected a value before the end", 0, 0, ""},
  };
  for (const Wrong& wrong : wrongs) {
    const auto parsed = parse_expression(wrong.text, Inputs::Slot);
    ASSERT_FALSE(parsed) << wrong.text;
    const Diagnostic& first = parsed.diagnostics.front();
    EXPECT_EQ(first.message, wrong.message) << wrong.text;
    EXPECT_EQ(first.range, (TextRange{wrong.begin, wrong.end})) << wrong.text;
    EXPECT_EQ(first.fix.value_or(""), wrong.fix) << wrong.text;
  }
}

TEST(Expression, NoMoreThanFiveErrors) {
  EXPECT_EQ(parse_expression("a b c (d e f g h) + q + w + z").diagnostics.size(), most_diagnostics - 3);
  EXPECT_EQ(parse_expression("a1 + b2 + c3 + d4 + e5 + f6 + g7").diagnostics.size(), most_diagnostics);
}

TEST(Expression, DeepAndLongTexts) {
  const std::string open(10000, '('), close(10000, ')');
  EXPECT_EQ(value(open + "tid" + close, 3), 3);
  EXPECT_FALSE(parse_expression(open));
  EXPECT_FALSE(parse_expression(close));
  std::string nested, minus(65536, '-');
  for (int depth = 0; depth < 10000; ++depth) nested += "1+(";
  EXPECT_EQ(value(nested + "i" + close, 0, 5), 10005);
  minus.back() = '1';
  for (std::size_t at = 1; at < minus.size() - 1; at += 2) minus[at] = ' ';
  EXPECT_EQ(value(minus), 1);
  std::string choices;
  for (int depth = 0; depth < 10000; ++depth) choices += "i?1:";
  EXPECT_EQ(value(choices + "7"), 7);
}

}  // namespace
}  // namespace tcviz
