// Texts that nobody means: an answer in time, whatever it is, and never a crash.
#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>

#include "gpu/language/formula/check.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

constexpr std::size_t size = 65536;

std::string repeated(std::string_view part) {
  std::string text;
  while (text.size() + part.size() <= size) text += part;
  return text;
}

// Read, and checked where it can be read, against 256 slots.
void answer(const std::string& text) {
  static const Layout layout = samples::of_formula({16, 16, 32, 8}, [](int tid, int i) { return tid * 8 + i; });
  for (const Inputs inputs : {Inputs::Slot, Inputs::Element}) {
    const auto formula = read_formula(text, {inputs, inputs == Inputs::Slot ? Quantity::Linear : Quantity::Tid});
    EXPECT_EQ(formula.value.has_value(), formula.diagnostics.empty());
    EXPECT_LE(formula.diagnostics.size(), most_diagnostics);
    for (const Diagnostic& each : formula.diagnostics) {
      EXPECT_LE(each.range.begin, each.range.end);
      EXPECT_LE(each.range.end, text.size());
    }
    if (!formula || inputs == Inputs::Element) continue;
    const Formula* const one = &*formula.value;
    Verdict verdict;
    (void)Checker(layout).check({&one, 1}, verdict).ok();
  }
}

TEST(Hostile, LongAndDeepTexts) {
  const char* const parts[] = {"(",
                               ")",
                               "tid+",
                               "1?",
                               "1?2:",
                               "a b ",
                               "{",
                               "if(1)",
                               "for(;;)",
                               "row=1;",
                               "min(",
                               "- ",
                               "~",
                               "((4,8),",
                               "tid:(1,2)",
                               "int a;",
                               "@",
                               "\xff",
                               "/*",
                               "\"",
                               "0x",
                               "9",
                               "row = i for ci where ",
                               "i<2||",
                               "x=",
                               "%laneid ",
                               "return 1;",
                               "a(){",
                               "struct a{",
                               "(int)",
                               "i & 1 | ",
                               "while(1)",
                               "i ? (",
                               "row=tid>>",
                               "{0,..,3}",
                               "static_cast<",
                               "# ",
                               "int f(int a){",
                               "f(",
                               "where X = "};
  for (const char* part : parts) {
    const std::clock_t start = std::clock();
    answer(repeated(part));
    // Of the processor, so that a busy machine changes nothing: a text whose cost grows without bound takes minutes.
    EXPECT_LT(std::clock() - start, 10 * CLOCKS_PER_SEC) << part;
  }
  answer("((2):()(5,8)");  // an empty tuple is nested as one of a number is
  answer("((4,8),(2,2)):((1,),(2,))");
  const std::string open(10000, '('), close(10000, ')');
  answer(open + "tid * 8 + i" + close);
  answer(open + "a b" + close);
}

// The same after what makes it more than a wrong word: inside a function, behind a declaration.
TEST(Hostile, DeepTextsThatBeginWell) {
  struct DeepText {
    const char *head, *part;
  };
  const std::string inside = "int row(int lane, int i) { return ";
  const DeepText texts[] = {{"int x; ", "x = "},
                            {"int x = ", "{"},
                            {"int a[2] = ", "{"},
                            {"struct P { int row, col{}; }; P p = ", "{"},
                            {"struct P { P p; }; P x = ", "{"},
                            {"", "struct {"},
                            {"", "namespace a {"},
                            {"", "template <"},
                            {"", "int (*"},
                            {"", "[["},
                            {"", "a<"},
                            {"struct P { int k; P p; }; P x; int row = x.p.k; ", "int k;"},
                            {"int a[1627][1319][2003]; int row = a[0][0][0]; ", "int k;"},
                            {"switch (tid) {", "case 1:"},
                            {"if (tid) i = 1; ", "else if (tid) i = 2; "},
                            {"#if ", "("},
                            {"#if ", "!"},
                            {"#if ", "1 ? 1 : "},
                            {"", "#if 1\n"},
                            {"#define F(x) x\nint row = ", "F("},
                            {"#define A A A\nint row = ", "A "}};
  for (const DeepText& text : texts) answer(text.head + repeated(text.part).substr(0, size - 100));
  for (const char* part :
       {"lane ? ", "f(", "min(", "(int)", "int(", "*", "a[", "a.", "a::", "[&]() { return ", "sizeof("})
    answer(inside + repeated(part).substr(0, size - 100));
}

TEST(Hostile, RandomBytesAndRandomWords) {
  std::mt19937 random(11);
  const char* const words[] = {"tid",       "i",
                               "(",         ")",
                               "+",         "&",
                               "?",         ":",
                               "row",       "=",
                               ";",         "{",
                               "}",         "if",
                               "for",       "where",
                               "1",         "0x",
                               "int",       "return",
                               ",",         "[",
                               "otherwise", "struct",
                               "&&",        "static_cast<",
                               "%",         "<",
                               "int2",      "else",
                               "while",     "break",
                               "."};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    if (round % 10 == 0) {
      for (int byte = 0; byte < 200; ++byte) text += static_cast<char>(random());
    } else {
      for (auto count = random() % 30; count > 0; --count)
        text += std::string(words[random() % std::size(words)]) + (random() % 3 ? " " : "");
    }
    answer(text);
  }
}

}  // namespace
}  // namespace tcviz
