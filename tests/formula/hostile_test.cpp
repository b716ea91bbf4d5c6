// Texts that nobody means: an answer in time, whatever it is, and never a crash.
#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/verdict_words.hpp"
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
  answer(
      "long row = blockIdx.x == 0 ? tid / 2 : tid == 0 && i == 0 ? -9223372036854775807L - 1 : 5;"
      "int col = tid % 2 * 8 + i;");
  const std::string array = "int row(int lane, int i) { float a[4]; asm(\"mma\" : ";
  answer(array + "\"+f\"(a[9223372036854775807]), \"+f\"(a[0])); return lane; }");
}

// What is said of a text that gives no place: why it is not read, or why it is not known what it gives.
std::string refusal_of(const std::string& text) {
  const Layout layout = samples::of_formula({16, 16, 32, 8}, [](int tid, int i) { return tid * 8 + i; });
  const auto formula = read_formula(text, {Inputs::Slot, Quantity::Linear});
  if (!formula) return formula.diagnostics.front().message;
  const Formula* const one = &*formula.value;
  Verdict verdict;
  const Status checked = Checker(layout).check({&one, 1}, verdict);
  return checked ? verdict_words(verdict).undefined : checked.error().message;
}

std::string times(int count, std::string_view part) {
  std::string text;
  while (count-- > 0) text += part;
  return text;
}

std::string function_of(const std::string& row) {
  return "def row(tid, i):\n    " + row + "\n\ndef col(tid, i):\n    return i\n";
}

// Returns many lines a123=i.
std::string numbered(const std::string& name, int count) {
  std::string text;
  for (int n = 0; n < count; ++n) text += name + std::to_string(n) + "=i\n";
  return text;
}

// Python has values of any size and depth, and texts that never end; each of these has been a crash or could be one.
TEST(Hostile, PythonThatNeverEndsOrGrowsIsRefusedInTime) {
  struct Text {
    std::string text;
    const char* says;
  };
  const std::string numpy = "import numpy as np\n", list = "a = [1]\n    ";
  const Text texts[] = {
      {numpy + "row = np.arange(8) + tid\ncol = i", "this gives none"},
      {numpy + function_of("return np.arange(8) + tid"), "this gives none"},
      {numpy + function_of("return np.arange(10 ** 12)"), "range is too long"},
      {numpy + function_of("return np.zeros((10 ** 6, 10 ** 6))[tid, i]"), "shape is not followed"},
      {function_of("return " + times(40, "(") + "row(tid, i)" + times(40, " + 1)")), "calls itself too deep"},
      {function_of("return " + times(5000, "(") + "row(tid, i)" + times(5000, " + 1)")), "nested too deeply"},
      {"def f(a):\n    return -(-(-(g(a))))\ndef g(a):\n    return [f(a)][0]\n" + function_of("return f(tid)"),
       "too deep"},
      {"f = lambda x: f(x)\n" + function_of("return f(tid)"), "too deep"},
      {function_of("return " + times(2000, "[") + "0" + times(2000, " for x in range(1)]")), "nested too deeply"},
      {function_of("return " + times(5000, "(") + "tid" + times(5000, ")")), "nested too deeply"},
      {function_of("return " + times(3000, "(") + "1" + times(3000, ",)")), "nested too deeply"},
      {function_of("return " + times(5000, "1 if tid else ") + "2"), "nested too deeply"},
      {function_of("return " + times(9000, "not ") + "tid"), "nested too deeply"},
      {function_of("return " + times(9000, "lambda: ") + "tid"), "function of its own"},
      {function_of(list + times(60, "a = [a, a]\n    ") + "return a"), "nested too deeply"},
      {function_of(list + "for n in range(60):\n        a = [a, a]\n    return a"), "nested too deeply"},
      {function_of(list + "for n in range(60):\n        a = a + a\n    return len(a)"), "list is too long"},
      {function_of(list + "for n in range(60):\n        a.append(a)\n    return a == [a]"), "not followed"},
      {function_of("return len([0] * 10 ** 9)"), "list is too long"},
      {function_of("return len('x' * 10 ** 9)"), "not followed"},
      {function_of("return 2 ** 10 ** 9 % 7"), "beyond 64 bits"},
      {function_of("return (1 << 10 ** 9) % 7"), "beyond 64 bits"},
      {function_of("return sum(range(10 ** 15))"), "range is too long"},
      {function_of("return len([x for x in range(10 ** 12)])"), "range is too long"},
      {function_of("while True:\n        pass"), "takes too long"},
      {"def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\n" + function_of("return f(60) + tid"),
       "`f` calls itself too often"},
      {numpy + numbered("a", 6000), "nothing here gives a place"},
      {numpy + numbered("r", 900) + numbered("c", 900), "several pairs of variables"},
  };
  for (const Text& each : texts) {
    SCOPED_TRACE(each.text.substr(0, 120));
    const std::clock_t start = std::clock();
    const std::string refusal = refusal_of(each.text);
    EXPECT_NE(refusal, "");
    EXPECT_NE(refusal.find(each.says), std::string::npos) << refusal;
    EXPECT_LT(std::clock() - start, 8 * CLOCKS_PER_SEC);  // 1.4 s at most without sanitizers
  }
}

// The numbers at both ends of 64 bits: x is what Python says.
TEST(Hostile, PythonAtTheEndsOf64Bits) {
  struct Text {
    const char *x, *is;
  };
  const Text texts[] = {
      {"len(list(range(9223372036854775806, 9223372036854775807, 5)))", "1"},
      {"len(list(range(-9223372036854775807, 9223372036854775807, 4611686018427387904)))", "4"},
      {"list(range(-9223372036854775807, 9223372036854775807, 4611686018427387904))[3] - 4611686018427387905", "0"},
      {"len(list(range(-9223372036854775807, -9223372036854775807 - 1, -2)))", "1"},
      {"len(list(range(0, 9, 9223372036854775807)))", "1"},
      {"(-9223372036854775807 - 1).bit_count()", "1"},
      {"(-9223372036854775807 - 1).bit_length()", "64"},
  };
  const Layout layout = samples::of_formula({16, 16, 32, 8}, [](int tid, int i) { return tid * 8 + i; });
  for (const Text& each : texts) {
    const std::string text = std::string("def f(tid, i):\n    x = ") + each.x +
                             "\n    return (tid * 8 + i) // 16 + x - " + each.is + ", (tid * 8 + i) % 16\n";
    const auto formula = read_formula(text, {Inputs::Slot, Quantity::Linear});
    ASSERT_TRUE(formula) << each.x << ": " << formula.diagnostics.front().message;
    const Formula* const one = &*formula.value;
    Verdict verdict;
    ASSERT_TRUE(Checker(layout).check({&one, 1}, verdict).ok()) << each.x;
    EXPECT_TRUE(verdict.holds()) << each.x << ": " << verdict_words(verdict).undefined;
  }
  EXPECT_NE(refusal_of(function_of("return (-9223372036854775807 - 1).odd()")), "");
}

// What a CuTe text names twice, or swizzles once more, doubles what it becomes.
TEST(Hostile, CuteThatDoublesIsRefusedInTime) {
  std::string doubled = "auto a0 = Shape<_1,_1>{};\n", empty = "auto a0 = Shape<>{};\n",
              swizzled = "a0 = (32,8):(8,1);\n";
  for (int n = 1; n < 40; ++n) {
    doubled +=
        "auto a" + std::to_string(n) + " = Shape<a" + std::to_string(n - 1) + ",a" + std::to_string(n - 1) + ">{};\n";
    empty +=
        "auto a" + std::to_string(n) + " = Shape<a" + std::to_string(n - 1) + ",a" + std::to_string(n - 1) + ">{};\n";
    swizzled += "a" + std::to_string(n) + " = composition(Swizzle<1,4,3>{}, a" + std::to_string(n - 1) + ");\n";
  }
  const std::string use = "auto L = Layout<Shape<a39,_4>, Stride<a39,_1>>{};\n", swizzle = "Swizzle<1,4,3> o ";
  struct Text {
    std::string text;
    const char* says;
  };
  const Text texts[] = {{doubled + use, "more numbers than any layout"},
                        {empty + use, "more numbers than any layout"},
                        {swizzled, "more than 4 swizzles"},
                        {times(5, swizzle) + "(32,8):(8,1)", "more than 4 swizzles"},
                        {times(3000, swizzle) + "(32,8):(8,1)", "nested too deeply"},
                        {times(3000, "tile_to_shape(") + "(32,8):(8,1)", "nested too deeply"},
                        {times(60000, "(") + " Layout<1>", ""}};
  for (const Text& each : texts) {
    SCOPED_TRACE(each.text.substr(0, 120));
    const std::clock_t start = std::clock();
    const std::string refusal = refusal_of(each.text);
    EXPECT_NE(refusal, "");
    EXPECT_NE(refusal.find(each.says), std::string::npos) << refusal;
    EXPECT_LT(std::clock() - start, 8 * CLOCKS_PER_SEC);
  }
  EXPECT_EQ(refusal_of(times(4, swizzle) + "(32,8):(8,1)"), "");
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
