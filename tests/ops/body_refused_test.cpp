// Bodies that are refused: with a message that helps, at the right place, never with a crash, and soon.
#include <gmock/gmock.h>

#include <ctime>

#include "gpu/run/ops/body.hpp"

namespace tcviz {
namespace {

struct Refused {
  std::string text, message, where;  // `where`: the marked part of the text
  std::string fix;
};

const Refused refused[] = {
    {"", "nothing is assigned to x: write `x = ...`, or an expression alone", "", ""},
    {"// only a comment", "nothing is assigned to x", "// only a comment", ""},
    {"int k = 3;", "nothing is assigned to x", "int k = 3;", ""},
    {"rwo + 1", "unknown name `rwo`: did you mean row?", "rwo", "row"},
    {"fmax3(x, a)", "unknown name `fmax3`: did you mean fmax", "fmax3", "fmaxf"},
    {"x = x + ;", "expected a value before `;`", ";", ""},
    {"x = (x + 1", "this ( has no `)`", "(", ""},
    {"x = x + 1)", "expected `;` or an operator, not `)`", ")", ""},
    {"x = u[1", "this [ has no `]`", "[", ""},
    {"x = u;", "`u` is an array: write u[row] or another index", "u", ""},
    {"x = u[1.5f]", "an index is a whole number, and this is a float: (int)?", "1.5f", ""},
    {"x = x % 2", "`%` works on whole numbers, and this is a float", "x", ""},
    {"x = 2.5 << 1", "`<<` works on whole numbers, and this is a double", "2.5", ""},
    {"x = ~a", "`~` works on whole numbers, and this is a float", "a", ""},
    {"x |= 1", "`|` works on whole numbers, and this is a float", "x", ""},
    {"row = 2", "`row` can be read only: x is what a body changes", "row", ""},
    {"u[0] = 2;", "this cannot be assigned to", "u[0]", ""},
    {"const int k = 2; k = 3; x = k;", "`k` is const", "k", ""},
    {"const int k; x = k;", "`k` needs a value, as it is const", "k", ""},
    {"if (x = 2) x = 1;", "`=` assigns, and an assignment is a statement of its own: `==`?", "=", "=="},
    {"x = row++;", "`++` changes a variable: make it a statement of its own", "++", ""},
    {"x = ++row;", "`++` changes a variable: make it a statement of its own", "++", ""},
    {"x = 1; x + 2;", "this value is not used", "x + 2", ""},
    {"return x;", "the result is what x is", "return", "x ="},
    {"break; x = 1;", "`break` is outside of any loop", "break", ""},
    {"else x = 1;", "`else` has no place here: there is no `if` that it belongs to", "else", ""},
    {"goto end; x = 1;", "`goto` has no place here: a loop with break or continue does the same", "goto", ""},
    {"static int k = 1; x = k;", "`static` has no place here: a body keeps nothing from slot to slot", "static", ""},
    {"switch (row) { case col: x = 1; }", "a case is a constant, and this is none here", "col", ""},
    {"int row = 2; x = 1;", "`row` has a meaning of its own here: choose another name", "row", ""},
    {"int k = 1, k = 2; x = k;", "`k` has been declared already", "k", ""},
    {"half k; x = k;", "what this holds is not followed here", "k", ""},
    {"long double k = 1; x = k;", "`long double` is no type", "double", ""},
    {"unsigned float k = 1; x = k;", "`unsigned float` is no type", "float", ""},
    {"x = 1 x = 2", "expected `;` before `x`", "", ";"},
    {"x = row > 1 ? 2;", "this ? has no `:`", "?", ""},
    {"x = sqrt(row)", "`sqrt` has no overload for these types in a kernel", "sqrt(row)", ""},
    {"x = min(x, 0)", "`min` has no overload for these types in a kernel", "min(x, 0)", ""},
    {"x = pow(x, 2u)", "`pow` has no overload for these types in a kernel", "pow(x, 2u)", ""},
    {"x = fmin(x, 0.0)", "`fmin` has no overload for these types in a kernel", "fmin(x, 0.0)", ""},
    {"x = fminf(x)", "fminf takes 2 arguments, not 1", "fminf(x)", ""},
    {"x = sqrtf()", "sqrtf takes 1 argument, not 0", "sqrtf()", ""},
    {"x = 1.5q", "`q` is no suffix of a number: f makes it a float", "1.5q", "1.5f"},
    {"x = 0x1.8", "this fraction is not understood: write it in decimal, as in 0.5f", "0x1.8", ""},
    {"x = 1e99f", "1e99f does not fit into a float", "1e99f", ""},
    {"x = 50000000000000000000", "50000000000000000000 does not fit into 64 bits", "50000000000000000000", ""},
    {"x = @", "this character has no meaning here", "@", ""},
    {"x = 1; /* and", "this comment has no end: expected */", "/*", ""},
    {"x = 1; }", "this } has no `{`", "}", ""},
    {"{ x = 1;", "this { has no `}`", "{", ""},
    {"for (int k = 0; k < 2) x = k;", "expected `;` after the loop's condition", ")", ""},
    {"do x = 1;", "this do has no `while (...);`", "do", ""},
    {"x = static_cast<int(3)", "expected static_cast<int>(...) or another type", "static_cast", ""},
    {"bool t = true; t++; x = t;", "this is a bool, which cannot be counted up or down", "t", ""},
    {"x = float;", "`float` is a type: expected a value", "float", ""},
    {"threadIdx.x", "unknown name `threadIdx.x`", "threadIdx.x", ""},
};

TEST(RefusedBody, SaysWhatAndWhere) {
  for (const Refused& row : refused) {
    const auto parsed = Body::parse(row.text);
    ASSERT_FALSE(parsed) << row.text;
    ASSERT_FALSE(parsed.diagnostics.empty()) << row.text;
    const Diagnostic& first = parsed.diagnostics.front();
    EXPECT_THAT(first.message, testing::HasSubstr(row.message)) << row.text;
    EXPECT_EQ(row.text.substr(first.range.begin, first.range.end - first.range.begin), row.where) << row.text;
    if (!row.fix.empty()) {
      EXPECT_EQ(first.fix.value_or(""), row.fix) << row.text;
    }
  }
}

// A second mistake is told with the first; five are the most.
TEST(RefusedBody, GoesOnAfterAMistake) {
  const auto parsed = Body::parse("x = foo;\nint k = ;\nx = k %% 2;\nrow = 1; col = 2; tid = 3; i = 4;");
  ASSERT_EQ(parsed.diagnostics.size(), most_diagnostics);
  EXPECT_THAT(parsed.diagnostics[0].message, testing::HasSubstr("`foo`"));
  EXPECT_THAT(parsed.diagnostics[1].message, testing::HasSubstr("expected a value before `;`"));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int k = 0; k < times; ++k) all += text;
  return all;
}

TEST(RefusedBody, TooDeepIsAnErrorAndTheOnlyOne) {
  for (const std::string& text :
       {repeated("(", 10000) + "x" + repeated(")", 10000), repeated("!", 20000) + "x", repeated("(int)", 10000) + "x",
        repeated("x ? ", 10000), repeated("u[", 10000), repeated("fabsf(", 10000), repeated("{", 10000),
        repeated("if (x) ", 10000), repeated("for (;;) ", 10000), repeated("do ", 10000),
        repeated("if (x) ; else ", 10000), repeated("static_cast<int>(", 5000)}) {
    const auto parsed = Body::parse(text);
    ASSERT_EQ(parsed.diagnostics.size(), 1u) << text.substr(0, 20);
    EXPECT_THAT(parsed.diagnostics.front().message, testing::HasSubstr("deep, which is too much"))
        << text.substr(0, 20);
  }
  EXPECT_TRUE(Body::parse(repeated("(", 90) + "x" + repeated(")", 90)));
}

// 64 KiB of anything are answered in a moment; sanitizers and a busy machine have their share of the second.
TEST(RefusedBody, LongTextsAreAnsweredSoon) {
  const std::vector<std::string> texts = {
      repeated("x+", 32767) + "x",
      repeated("x = x + 1;\n", 6000),
      repeated("int k;", 10000),
      repeated("foo ", 16000),
      repeated("x && ", 13000) + "x",
      repeated("x = ", 16000) + "1",
      repeated("/* ", 20000),
      repeated("1e", 30000),
      std::string(65536, '\xff'),
      repeated("\"", 65536),
      repeated("if (x) {", 8000),
      repeated("1.5f,", 13000),
      repeated("fmaf(1,2,3)+", 5400) + "1",
      std::string(65536, 'y'),
  };
  for (const std::string& text : texts) {
    const std::clock_t began = std::clock();
    const auto parsed = Body::parse(text);
    EXPECT_EQ(parsed.value.has_value(), parsed.diagnostics.empty());
    for (const Diagnostic& each : parsed.diagnostics) {
      EXPECT_LE(each.range.begin, each.range.end);
      EXPECT_LE(each.range.end, text.size());
      EXPECT_LE(each.message.size(), 300u) << text.substr(0, 20);
    }
    EXPECT_LT(std::clock() - began, 2 * CLOCKS_PER_SEC) << text.substr(0, 20);
  }
  EXPECT_FALSE(Body::parse(std::string(std::size_t{1} << 20, ' ')));
}

}  // namespace
}  // namespace tcviz
