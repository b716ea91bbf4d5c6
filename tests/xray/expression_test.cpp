// Expressions that are expected of an output: what is read, and what is said where nothing can be.
#include "gpu/kernel/xray/verdict/expression.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "gpu/kernel/xray/label/launch.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

XrayLaunch some_launch() {
  XrayLaunch launch;
  for (const char* const text : {"A=f32[m:4,k:6]", "B=f32[k:6,n:5]", "bias=f32[n:5]", "C=out f32[m:4,n:5]",
                                 "S=inout f32[m:4]", "scale=0.5", "0.25", "6"}) {
    const auto read = read_xray_argument(text);
    EXPECT_TRUE(read.ok()) << text;
    launch.arguments.push_back(read.value());
  }
  return launch;
}

TEST(Expression, IsRead) {
  const XrayLaunch launch = some_launch();
  for (const char* const text :
       {"C = sum(k: A * B)", "C=relu(0.5*sum(k:A*B)+bias)", " C = -(-alpha * max(k: A) / .5e1) - - bias",
        "C = max(1, min(scale, bias)) * S", "C = max(m, k: A)", "C = sum(k: softmax(m, k: A) * B)",
        "C = sum(k: causal(m, k: A))", "C = bias / exp(0) / (3 - 2)", "C = bias / max(0, 1) / relu(scale)",
        "S = S + mean(k: sqrt(abs(A)))", "C = 1 - 2 - 3"})
    EXPECT_TRUE(read_expectation(text, launch).ok()) << text << ": " << read_expectation(text, launch).error().message;
  const auto read = read_expectation("C =  sum(k: A * B) + bias ", launch);
  EXPECT_EQ(read.value().output, "C");
  EXPECT_EQ(read.value().text, "sum(k: A * B) + bias");
}

struct WrongText {
  std::string text;
  int column;
  std::string says;
};

TEST(Expression, WhatIsWrongIsSaidWithItsColumn) {
  const XrayLaunch launch = some_launch();
  const std::vector<WrongText> all = {
      {"", 1, "an output is expected, one of C, S"},
      {"A = B", 1, "an output is expected"},
      {"D = 1", 1, "an output is expected"},
      {"C", 2, "'=' is expected"},
      {"C sum", 3, "'=' is expected"},
      {"C = bias / log(1)", 5, "this divides by 0"},
      {"C = bias / (2 - 2)", 5, "this divides by 0"},
      {"C = bias / min(0, -0.0)", 5, "this divides by 0"},
      {"C = bias / relu(-1)", 5, "this divides by 0"},
      {"C =", 4, "a number, an input, a function or ( is expected"},
      {"C = relu(", 10, "a number, an input, a function or ( is expected"},
      {"C = relu(bias", 14, "')' or an operator is expected"},
      {"C = bias bias", 10, "an operator (+ - * /) or the end is expected"},
      {"C = bias)", 9, "an operator (+ - * /) or the end is expected"},
      {"C = bias + ", 12, "a number, an input"},
      {"C = Bias", 5, "'Bias' is not known: A, B, bias, S, scale, alpha are"},
      {"C = C", 5, "C is only written, so it is no input"},
      {"C = tahn(bias)", 5, "there is no function 'tahn'"},
      {"C = sum(A)", 9, "axes and a colon are expected, as in sum(k: ...)"},
      {"C = causal(A)", 12, "as in causal(q, j: ...)"},
      {"C = sum(z: A)", 9, "'z' is no dimension of the launch"},
      {"C = sum(n: A)", 9, "the argument of sum has no n"},
      {"C = sum(k, k: A)", 12, "k appears twice"},
      {"C = causal(m: sum(k: A))", 5, "causal has two axes"},
      {"C = max(bias)", 13, "',' and a second number of max are expected"},
      {"C = A * B", 5, "the expression has k, which C lacks: reduce it, as in sum(k: ...)"},
      {"S = bias", 5, "the expression has n, which S lacks"},
      {"C = 1e999", 5, "this is not a number"},
      {"C = .", 5, "this is not a number"},
      {"C = \x01", 5, "a number, an input"},
  };
  for (const WrongText& one : all) {
    const auto read = read_expectation(one.text, launch);
    ASSERT_FALSE(read.ok()) << one.text;
    EXPECT_THAT(read.error().message, HasSubstr(fmt::format("', column {}: ", one.column))) << one.text;
    EXPECT_THAT(read.error().message, HasSubstr(one.says)) << one.text;
  }
}

std::string repeated(std::string_view piece, int count) {
  std::string made;
  for (int at = 0; at < count; ++at) made += piece;
  return made;
}

TEST(Expression, ADeepOrLongOneIsRefused) {
  const XrayLaunch launch = some_launch();
  for (const std::string& text : {repeated("(", 3000), repeated("- ", 1500) + "1", repeated("relu(", 700),
                                  repeated("1+", 2000) + "1", std::string(5000, '1')})
    EXPECT_FALSE(read_expectation("C = " + text, launch).ok());
  EXPECT_TRUE(read_expectation("C = " + repeated("(", 50) + "1" + repeated(")", 50), launch).ok());
  EXPECT_TRUE(read_expectation("C = " + repeated("1+", 150) + "1", launch).ok());
}

TEST(Expression, NoBeginningOfATextIsTooMuch) {
  const XrayLaunch launch = some_launch();
  const std::string text = "C = gelu_tanh(scale * sum(k: A * B) - 1.5e2 / max(bias, 2)) + softmax(n: bias) * max(m: S)";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto read = read_expectation(text.substr(0, size), launch);
    EXPECT_TRUE(read.ok() || !read.error().message.empty());
  }
  EXPECT_TRUE(read_expectation(text, launch).ok());
}

TEST(Scalars, HaveTheirNames) {
  const XrayLaunch launch = some_launch();
  EXPECT_EQ(launch.arguments[5].name, "scale");
  EXPECT_EQ(launch.arguments[5].number, 0.5);
  const auto named = named_scalars(launch);
  ASSERT_EQ(named.size(), 2u);
  EXPECT_EQ(named[1].name, "alpha");
  EXPECT_EQ(named[1].argument, 6u);
  EXPECT_EQ(read_xray_argument("size=64").value().whole, 64);
  EXPECT_FALSE(read_xray_argument("=64").ok());
}

}  // namespace
}  // namespace tcviz
