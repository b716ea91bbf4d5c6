#include "gpu/language/formula/expression.hpp"

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
  EXPECT_EQ(value("1 << 31"), -2147483648);  // C++20 [expr.shift], as CUDA's compilers have it
  EXPECT_EQ(value("-tid << 1", 3), -6);
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
      {"tidd & 3", "unknown name `tidd`: did you mean tid?", 0, 4, "tid"},
      {"i = 3", "`=` assigns, and an assignment is a statement of its own: `==`?", 2, 3, "=="},
      {"(tid & 3", "this ( has no `)`", 0, 1, ""},
      {"tid & 3)", "this ) has no `(`", 7, 8, ""},
      {"tid +", "expected a value before the end", 5, 5, ""},
      {"tid 3", "expected an operator or the end before `3`", 4, 5, ""},
      {"(tid 3)", "expected an operator or `)` before `3`", 5, 6, ""},
      {"tid ? 1", "this ? has no `:`", 4, 5, ""},
      {"18446744073709551616", "18446744073709551616 does not fit into 64 bits", 0, 20, ""},
      {"0b12", "'2' is no binary digit", 0, 4, ""},
      {"089", "'8' is no octal digit", 0, 3, ""},
      {"1.5", "fractions have no place here: formulae are made of whole numbers", 0, 3, ""},
      {"7uu", "'u' is no decimal digit", 0, 3, ""},
      {"min(tid)", "min takes 2 arguments, not 1", 0, 8, ""},
      {"tid /* x", "this comment has no end: expected */", 4, 6, ""},
      {"row + 1", "`row` is a result here, not something to compute from", 0, 3, ""},
      {"tid @ 3", "this character has no meaning here", 4, 5, ""},
      {"i++", "`++` changes a variable: make it a statement of its own", 1, 3, ""},
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

TEST(Expression, APairIsNoNumber) {
  for (const char* const text : {"make_int2(1, 2)", "tid + std::make_tuple(i, 1)", "std::make_pair(tid, i) > 1"}) {
    const auto parsed = parse_expression(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.diagnostics.front().message, "this is a record: name one of its members") << text;
  }
  EXPECT_EQ(parse_expression("make_int2(1)").diagnostics.front().message,
            "expected two values, as in make_int2(row, col)");
}

TEST(Expression, NoMoreThanFiveErrors) {
  EXPECT_EQ(parse_expression("a b c (d e f g h) + q + w + z").diagnostics.size(), most_diagnostics - 3);
  EXPECT_EQ(parse_expression("a1 + b2 + c3 + d4 + e5 + f6 + g7").diagnostics.size(), most_diagnostics);
}

std::string nested(const std::string& open, int depth, const std::string& inner, const std::string& close) {
  std::string text;
  for (int level = 0; level < depth; ++level) text += open;
  text += inner;
  for (int level = 0; level < depth; ++level) text += close;
  return text;
}

TEST(Expression, DeepAndLongTexts) {
  EXPECT_EQ(value(nested("(", 120, "tid", ")"), 3), 3);
  EXPECT_EQ(value(nested("1+(", 120, "i", ")"), 0, 5), 125);
  EXPECT_EQ(value(nested("- ", 120, "1", "")), 1);
  EXPECT_EQ(value(nested("i?1:", 390, "7", "")), 7);
  EXPECT_EQ(parse_expression(nested("i?1:", 10000, "7", "")).diagnostics.front().message,
            "more than 400 of ? : are too many");
  for (const std::string& text : {nested("(", 10000, "tid", ")"), nested("(", 10000, "", ""),
                                  nested("1+(", 10000, "i", ")"), nested("- ", 30000, "1", "")}) {
    const auto parsed = parse_expression(text);
    ASSERT_EQ(parsed.diagnostics.size(), 1u);
    EXPECT_EQ(parsed.diagnostics.front().message, "this is nested more than 400 deep, which is too much");
  }
  EXPECT_FALSE(parse_expression(nested("", 10000, "", ")")));
  EXPECT_EQ(value(nested("i+", 20000, "7", ""), 0, 1), 20007);
}

}  // namespace
}  // namespace tcviz
