// What single bodies mean: conversions as the C++ standard tells them, reading, and what ends a run.
#include "gpu/run/ops/body.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

namespace tcviz {
namespace {

constexpr std::array<double, 4> vector_u = {10, 20, 30, 40};
constexpr std::array<double, 2> vector_v = {-1, -2};

BodyInputs inputs() {
  BodyInputs given;
  given.x = 3.5f;
  given.a = 2;
  given.b = -0.25f;
  given.row = 2;
  given.col = 1;
  given.tid = 9;
  given.i = 5;
  given.d = -1;
  given.rows = 8;
  given.cols = 24;
  given.u = vector_u;
  given.v = vector_v;
  return given;
}

std::variant<Body::Outcome, BodyError> run(const std::string& text, Body::Value value = Body::Value::Float, int x = 0) {
  const auto parsed = Body::parse(text, value);
  if (!parsed) return BodyError{"refused: " + parsed.diagnostics.front().message, parsed.diagnostics.front().range};
  return parsed.value->run(inputs(), x);
}

float value(const std::string& text) {
  const auto result = run(text);
  if (const auto* error = std::get_if<BodyError>(&result)) {
    ADD_FAILURE() << text << ": " << error->message;
    return NAN;
  }
  return static_cast<float>(std::get<Body::Outcome>(result).x);
}

int whole(const std::string& text, int x) {
  const auto result = run(text, Body::Value::Int, x);
  if (const auto* error = std::get_if<BodyError>(&result)) {
    ADD_FAILURE() << text << ": " << error->message;
    return 0;
  }
  return std::get<Body::Outcome>(result).x_int;
}

struct Row {
  std::string text;
  float x;
};

TEST(Body, Values) {
  const std::vector<Row> rows = {
      {"a * x", 7},
      {"x", 3.5f},
      {"x = row >= col ? a * x : 0", 7},
      {"x = row < col ? a * x : 0;", 0},
      {"x += u[row];", 33.5f},
      {"x *= v[col] // the last one", -7},
      {"u[tid % 4] + v[d + 1]", 19},
      {"ROWS * COLS", 192},
      {"tid * 100 + i", 905},
      {"x = fmaxf(x, 0.f) /* relu */;", 3.5f},
      {"float t = x * x; x = t - a;", 10.25f},
      {"int k = x; x = k;", 3},
      {"if (row == col) x = 0; else x = -x;", -3.5f},
      {"x = 0; for (int k = 0; k < row; ++k) x += u[k];", 30},
      {"x = 0; for (int k = 0, n = 4; k < n; k++, n--) x += 1;", 2},
      {"x = 0; while (true) { x += 1; if (x > 5) break; }", 6},
      {"x = 0; for (int k = 0; k < 6; ++k) { if (k % 2) continue; x += k; }", 6},
      {"x = 0; do x += 1; while (x < 3);", 3},
      {"if (x > 1) { x = 1; return; } x = 2;", 1},
      {"float t; if (x > 0) t = 1; else t = 2; x = t;", 1},
      {"float s = 1, t = 2; x = s = t;", 2},
      {"int k = 1; { int k = 5; x = k; } x += k;", 6},
      {"#pragma unroll\nfor (int k = 0; k < 2; ++k) x += 1;", 5.5f},
      {"__popc(tid) + __clz(1) + __ffs(8) + (__brev(1u) == 0x80000000u)", 2 + 31 + 4 + 1},
      {"min(row, col) + max(x, a) + abs(d)", 1 + 3.5f + 1},
      {"fmaf(a, x, 1) + rsqrtf(4) + floorf(b) + ceilf(b) + roundf(2.5f) + truncf(-1.5f)", 8 + 0.5f - 1 - 0.f + 3 - 1},
  };
  for (const Row& row : rows) EXPECT_EQ(value(row.text), row.x) << row.text;
}

// C++20 [expr.arith.conv], [conv.prom], [conv.fpint], [conv.bool].
TEST(Body, Conversions) {
  const std::vector<Row> rows = {
      {"7 / 2", 3},
      {"7 / 2.f", 3.5f},
      {"-7 / 2", -3},
      {"-7 % 2", -1},
      {"row / 4 * 2.5f", 0},
      {"d < 1u", 0},  // -1 becomes 4294967295
      {"(int)(d < 0) + 1", 2},
      {"d + 0u > 5", 1},
      {"d / 2u", 2147483648.f},  // 4294967295 / 2 = 2147483647, to the nearest float
      {"(bool)0.25f + true", 2},
      {"!0.5f", 0},
      {"!!-0.0f", 0},
      {"NAN ? 5 : 6", 5},
      {"NAN == NAN", 0},
      {"NAN != NAN", 1},
      {"(int)2.9f + (int)-2.9f", 0},
      {"(unsigned)-0.5f", 0},
      {"16777217", 16777216},  // 2^24 + 1
      {"16777217.0f == 16777216.0f", 1},
      {"16777217.0 == 16777216.0", 0},
      {"0.1 == 0.1f", 0},
      {"(float)0.1 == 0.1f", 1},
      {"0.1f + 0.2f == 0.3f", 1},                                         // in single precision
      {"0.1 + 0.2 == 0.3", 0},                                            // in double
      {"1.000000059604644775390625000001f", 1.00000011920928955078125f},  // a double in between would round it down
      {"true ? 1 : 2.5f", 1},
      {"(false ? 1 : 2) / 4", 0},
      {"(false ? 1.f : 2) / 4", 0.5f},
      {"1 << 31 < 0", 1},
      {"d >> 1", -1},
      {"(d + 0u) >> 28", 15},
      {"-1u > 5", 1},
      {"~0u == 0xffffffff", 1},
      {"3 & 1 == 1", 1},  // 3 & (1 == 1)
      {"1 + 2 * 3 - 4 - 5", -2},
      {"2 < 3 == 1", 1},
      {"0 ? 1 : 0 ? 2 : 3", 3},
      {"auto k = row; k = 7.9f; x = k;", 7},
      {"auto t = x < 5; t = 2; x = t;", 1},
      {"bool t = 0.1f; x = t;", 1},
      {"unsigned n = 3; n -= 4; x = n > 100;", 1},
      {"int k = 7; k *= 0.5f; x = k;", 3},
      {"double t = x; t = t / 3; x = t * 3 == x;", 1},
      {"1e-40f * 1e-5f", 1e-45f},  // subnormal
      {"1.0f / 0.0f", std::numeric_limits<float>::infinity()},
      {"-FLT_MAX * 2", -std::numeric_limits<float>::infinity()},
      {"__float_as_int(1.0f) == 0x3f800000", 1},
      {"__int_as_float(0x40490fdb)", 3.14159274101257324f},
      {"fminf(NAN, 3)", 3},
      {"pow(x, 2) - pow(2.0, 0.5) * 0 + pow(row, a)", 16.25f},
      {"copysignf(3, -0.0f)", -3},
      {"1 / fminf(0.f, -0.f)", -std::numeric_limits<float>::infinity()},
      {"1 / max(-0.f, 0.f)", std::numeric_limits<float>::infinity()},
  };
  for (const Row& row : rows) EXPECT_EQ(value(row.text), row.x) << row.text;
}

TEST(Body, WholeX) {
  EXPECT_EQ(whole("x + 1", 2147483646), 2147483647);
  EXPECT_EQ(whole("x / 2", -7), -3);
  EXPECT_EQ(whole("x * a", 16777219), 33554436 + 4);  // as a float 16777219 is 16777220
  EXPECT_EQ(whole("x = x > 100 ? 100 : x", 300), 100);
  EXPECT_EQ(whole("x ^= d", 5), -6);
  EXPECT_EQ(whole("x = 2.9f", 0), 2);
  EXPECT_EQ(whole("INT_MIN", 0), std::numeric_limits<int>::min());
}

struct Stop {
  std::string text, message;
  std::uint32_t begin, end;
};

TEST(Body, WhatCLeavesUndefinedEndsTheRun) {
  const std::vector<Stop> stops = {
      {"x = 1 / (row - 2);", "division by zero", 4, 17},
      {"x = row % (d + 1);", "remainder by zero", 4, 17},
      {"INT_MAX + row", "2147483647 + 2 does not fit into an int", 0, 13},
      {"1 << 32", "shift by 32: counts go from 0 to 31", 0, 7},
      {"1 >> d", "shift by -1: counts go from 0 to 31", 0, 6},
      {"abs(INT_MIN)", "", 0, 12},
      {"u[row + 2]", "u[4] is outside: u goes from 0 to 3", 0, 10},
      {"u[d]", "u[-1] is outside: u goes from 0 to 3", 0, 4},
      {"v[0u - 1]", "v[4294967295] is outside: v goes from 0 to 1", 0, 9},
      {"(int)3e9f", "3000000000 does not fit into an int, and C++ leaves what it becomes undefined", 5, 9},
      {"(unsigned)-1.5f", "-1.5 does not fit into an unsigned, and C++ leaves what it becomes undefined", 10, 15},
      {"(int)NAN", "nan does not fit into an int, and C++ leaves what it becomes undefined", 5, 8},
      {"float t; x = t;", "this has no value here", 13, 14},
      {"for (int k = 0; k < 2; ++k) { float t; if (k > 0) x = t; t = 1; }", "this has no value here", 54, 55},
  };
  for (const Stop& stop : stops) {
    const auto result = run(stop.text);
    const auto* error = std::get_if<BodyError>(&result);
    ASSERT_NE(error, nullptr) << stop.text;
    EXPECT_THAT(error->message, testing::HasSubstr(stop.message)) << stop.text;
    EXPECT_EQ(error->range, (TextRange{stop.begin, stop.end})) << stop.text;
  }
}

// What is not reached is not undefined.
TEST(Body, OnlyTheTakenBranchCounts) {
  EXPECT_EQ(value("row == 2 ? 1 : 1 / (row - 2)"), 1);
  EXPECT_EQ(value("row == 2 || u[100] > 0"), 1);
  EXPECT_EQ(value("row != 2 && u[100] > 0"), 0);
}

TEST(Body, LoopsThatNeverEndAreGivenUp) {
  for (const char* text : {"while (1) ;", "for (;;) x += 1;", "do { } while (true); x = 1;",
                           "for (int k = 0; k < 2; k = 0) x = k;", "while (1) { while (1) break; }"}) {
    const auto result = run(std::string(text) + " x = 1;");
    const auto* error = std::get_if<BodyError>(&result);
    ASSERT_NE(error, nullptr) << text;
    EXPECT_THAT(error->message, testing::HasSubstr("did not end within 1000000 steps")) << text;
  }
  EXPECT_EQ(value("x = 0; for (int k = 0; k < 50000; ++k) x += 1;"), 50000);
}

TEST(Body, Reads) {
  const auto body = Body::parse("float t = u[row]; x = t * a;");
  ASSERT_TRUE(body);
  for (const char* name : {"u", "row", "a"}) EXPECT_TRUE(body.value->reads(name)) << name;
  for (const char* name : {"x", "v", "b", "t", "col", "i", "tid", "d", "ROWS", "", "nothing"})
    EXPECT_FALSE(body.value->reads(name)) << name;
  EXPECT_TRUE(Body::parse("x += 1").value->reads("x"));
}

TEST(Body, KernelText) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"a * x", "x = (a * x);"},
      {"a * x;  // twice", "x = (a * x);"},
      {"// twice\na * x", "x = (// twice\na * x);"},
      {"x = 1 // one", "x = 1 // one\n;"},
      {"x = 1; return;", "x = 1; return;\n;"},
  };
  for (const auto& [text, kernel] : rows) EXPECT_EQ(Body::parse(text).value->kernel_text(), kernel) << text;
}

}  // namespace
}  // namespace tcviz
