// Texts that nobody means: an answer in time, whatever it is, and never a crash.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>

#include "gpu/formula/check.hpp"
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
    const auto start = std::chrono::steady_clock::now();
    answer(repeated(part));
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    // 50 ms is the promise of an optimised build; this one may have sanitizers and no optimisation.
    EXPECT_LT(spent.count(), 2000) << part;
  }
  const std::string open(10000, '('), close(10000, ')');
  answer(open + "tid * 8 + i" + close);
  answer(open + "a b" + close);
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
