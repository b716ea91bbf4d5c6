// What whole texts give when they are compiled and run: right ones, wrong ones, and what is not plain.
#include "gpu/language/compiler/compiled_text.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "gpu/language/compiler/places.hpp"
#include "tests/compiler/accumulator.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

class CompiledText : public WithCompiler {
 protected:
  Result<CompiledVerdict> judge(const std::string& text, const std::string& call = "") const {
    return judge_compiled({text, "f.cu", call}, layout_);
  }
  void is_right(const std::string& text, const std::string& call = "") const {
    const auto found = judge(text, call);
    ASSERT_TRUE(found) << found.error().message << "\n" << text;
    EXPECT_TRUE(found.value().verdict.ok()) << text;
    EXPECT_EQ(found.value().verdict.slots, 256);
    EXPECT_THAT(found.value().compiled_by, testing::MatchesRegex(".*[0-9]+\\.[0-9]+.*"));
  }
  void is_wrong(const std::string& text, int mismatches) const {
    const auto found = judge(text);
    ASSERT_TRUE(found) << found.error().message << "\n" << text;
    EXPECT_EQ(found.value().verdict.mismatches, mismatches) << text;
  }
  std::string refusal(const std::string& text, const std::string& call = "") const {
    const auto found = judge(text, call);
    EXPECT_FALSE(found) << text;
    return found ? std::string() : found.error().message;
  }
  std::string undefined(const std::string& text) const {
    const auto found = judge(text);
    if (!found || !found.value().verdict.undefined) return found ? "defined" : found.error().message;
    EXPECT_FALSE(found.value().verdict.ok());
    return found.value().verdict.undefined->message;
  }

  Layout layout_ = accumulator();
};

// With them as ROW and COL a text is right.
constexpr const char* place = R"(
#define ROW(t, i) ((t) / 4 + (i) / 2 % 2 * 8)
#define COL(t, i) ((t) % 4 * 2 + (i) % 2 + (i) / 4 * 8)
)";

TEST_F(CompiledText, templates) {
  is_right(std::string(place) + R"(
template <int Rows, int Cols = 16> struct Tile {
  static __device__ int get_i(const int l) { return ROW(threadIdx.x, l); }
  static __device__ int get_j(const int l) { return COL(threadIdx.x, l); }
};)",
           "row=Tile<16>::get_i(i);col=Tile<16>::get_j(i)");
  is_right(std::string(place) + R"(
namespace frag { template <int Cols = 16> struct Tile {
  template <class T> T row(T tid, T i) const { return ROW(tid, i); }
  template <class T> T col(T tid, T i) const { return COL(tid, i); }
}; })");
}

// The same rule as without a compiler: words before letters, letters before y and x, and places where names say
// nothing.
TEST_F(CompiledText, TwoResultsAreTakenByTheirNames) {
  for (const std::string text :
       {"void f(int tid, int i, int& c, int& r) { c = COL(tid, i); r = ROW(tid, i); }",
        "struct S { short x; short y; }; S f(int tid, int i) { return {short(COL(tid, i)), short(ROW(tid, i))}; }",
        "int2 f(int tid, int i) { int n = COL(tid, i), m = ROW(tid, i); return make_int2(n, m); }",
        "int2 col_row(int tid, int i) { return make_int2(COL(tid, i), ROW(tid, i)); }",
        "struct S { int x, y; }; S f(int x, int y) { int row = ROW(x, y), col = COL(x, y); return {row, col}; }",
        "int y = i; int x = tid; int c = COL(tid, i); int r = 0; r = ROW(tid, i);",
        "struct S { int u, v; S(int a, int b) : u(a), v(b) {} }; S f(int tid, int i) { int c = COL(tid, i), r = "
        "ROW(tid, "
        "i); return tid < 4 ? S(c, r) : S{c, r}; }",
        "struct P { int col, row; }; struct Q { int u, v; }; Q f(int tid, int i) { P p = {COL(tid, i), ROW(tid, i)}; "
        "return {p.col, p.row}; }",
        "int2 turned(int a, int b) { return {b, a}; } int2 f(int tid, int i) { int c = COL(tid, i), r = ROW(tid, i); "
        "return turned(c, r); }",
        "short2 f(int tid, int i) { short c = COL(tid, i), r = ROW(tid, i); return make_short2(c, r); }"})
    is_right(std::string(place) + text);
}

// The remark says what decides: the members of a record, the names that are returned, or the places.
TEST_F(CompiledText, WhatIsSaidOfTheOrderIsWhatIsDone) {
  const std::pair<const char*, const char*> texts[] = {
      {"struct S { int r, c; }; S f(int tid, int i) { int x = ROW(tid, i), y = COL(tid, i); return {x, y}; }",
       "`f` gives the place"},
      {"int2 f(int tid, int i) { int c = COL(tid, i), r = ROW(tid, i); return {c, r}; }",
       "`f` gives the place, col before row"},
      {"int2 f(int tid, int i) { int r = ROW(tid, i), c = COL(tid, i); return {r, c}; }", "`f` gives the place"},
      {"int2 f(int tid, int i) { return {ROW(tid, i), COL(tid, i)}; }",
       "`f` gives the place, its two values are row and col in this order"}};
  for (const auto& [text, reading] : texts) {
    const auto found = judge(std::string(place) + text);
    ASSERT_TRUE(found) << found.error().message << "\n" << text;
    EXPECT_TRUE(found.value().verdict.ok()) << text;
    EXPECT_EQ(found.value().reading, reading) << text;
  }
}

TEST_F(CompiledText, tables_made_by_a_lambda) {
  const std::string table = R"(
constexpr auto rows = [] {
  std::array<int, 8> all{};
  for (int i = 0; i < 8; ++i) all[i] = i / 2 % 2 * OFF;
  return all;
}();
int row(int tid, int i) { return tid / 4 + rows[i]; }
int col(int tid, int i) { return COL(tid, i); })";
  is_right(std::string(place) + "#define OFF 8" + table);
  is_wrong(std::string(place) + "#define OFF 4" + table, 128);
}

TEST_F(CompiledText, recursion_and_pointers) {
  is_right(std::string(place) + R"(
int bits(int v, int n) { return n == 0 ? 0 : bits(v / 2, n - 1) * 2 + v % 2; }
int turned(int v) { return bits(bits(v, 5), 5); }
int row(int tid, int i) { return ROW(turned(tid), i); }
int col(int tid, int i) { const int both[] = {tid, i}; const int* at = both; return COL(*at, *(at + 1)); })");
}

TEST_F(CompiledText, pointers_to_functions) {
  is_right(std::string(place) + R"(
using Fn = int (*)(int, int);
int r(int t, int i) { return ROW(t, i); }
int c(int t, int i) { return COL(t, i); }
int2 place(int tid, int i) { const Fn all[] = {&r, &c}; return make_int2(all[0](tid, i), all[1](tid, i)); })");
}

TEST_F(CompiledText, two_values) {
  is_right(std::string(place) + "std::pair<int, int> coord(int tid, int i) { return {ROW(tid, i), COL(tid, i)}; }");
  is_right(std::string(place) + "auto place(int tid, int i) { return std::make_tuple(ROW(tid, i), COL(tid, i)); }");
  is_right(std::string(place) + "struct P { int col, row; }; P at(int t, int i) { return {COL(t, i), ROW(t, i)}; }");
  is_right(std::string(place) + "void at(int t, int i, int& col, int& row) { row = ROW(t, i); col = COL(t, i); }");
  is_right(std::string(place) + "void at(int t, int i, int64_t* r, int64_t* c) { *r = ROW(t, i); *c = COL(t, i); }");
  is_right(std::string(place) + "unsigned linear(int tid, int i) { return ROW(tid, i) * 16 + COL(tid, i); }");
}

TEST_F(CompiledText, statements) {
  is_right(std::string(place) + R"(
template <int N> struct Div { static constexpr int of(int v) { return v / N; } };
const int group = Div<4>::of(lane);
int row = group + Div<2>::of(i) % 2 * 8;
int col = COL(lane, i);)");
}

TEST_F(CompiledText, a_kernel_that_stores) {
  const std::string kernel = R"(
template <class T> T id(T v) { return v; }
__global__ void store(float* C, int ldc) {
  float frag[8];
  for (int e = 0; e < 8; ++e) C[ROW(threadIdx.x, id(e)) * ldc + COL(threadIdx.x, e)] = frag[ORDER];
})";
  is_right(std::string(place) + "#define ORDER e" + kernel);
  is_wrong(std::string(place) + "#define ORDER (e ^ 1)" + kernel, 256);
}

TEST_F(CompiledText, what_is_not_plain_is_refused) {
  EXPECT_THAT(refusal("int one(int a, int b) { return 0; } int two(int a, int b) { return 0; }"), HasSubstr("--call"));
  EXPECT_THAT(refusal("template <int N> int row(int tid, int i) { return N; }"), HasSubstr("template"));
  EXPECT_THAT(refusal("int row(int a, int b, int c) { return 0; }"), HasSubstr("not clear"));
  EXPECT_THAT(refusal("int f(int a) { return a; }", "rwo=f(i)"), HasSubstr("rwo"));
  EXPECT_THAT(refusal("int m = tid; int n = i; int r = tid; int c = i;"), HasSubstr("several pairs of variables"));
}

TEST_F(CompiledText, half_of_a_place_is_not_right) {
  const auto found = judge(std::string(place) + "int row(int tid, int i) { return ROW(tid, i); }");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found.value().verdict.holds());
  EXPECT_FALSE(found.value().verdict.ok());
}

TEST_F(CompiledText, errors_have_the_lines_of_the_text) {
  EXPECT_THAT(refusal("int row(int tid, int i) {\n  return fuor;\n}\nint col(int tid, int i) { return 0; }"),
              HasSubstr("f.cu:2:"));
}

TEST_F(CompiledText, what_is_undefined_is_no_value) {
  const std::string col = "\nint col(int tid, int i) { return 0; }";
  EXPECT_THAT(undefined("int row(int tid, int i) {\n return tid << (i * 16); }" + col), HasSubstr("shift"));
  EXPECT_THAT(undefined("int row(int tid, int i) {\n return tid << (i * 16); }" + col), HasSubstr("line 2"));
  EXPECT_THAT(undefined("int row(int tid, int i) { int a[4] = {}; return a[i]; }" + col),
              HasSubstr("outside its array"));
  EXPECT_THAT(undefined("int row(int tid, int i) { return 1 / (tid - 3); }" + col), HasSubstr("division"));
  EXPECT_THAT(undefined("int row(int tid, int i) { if (i > 3) return 1; }" + col), HasSubstr("without a return"));
}

TEST_F(CompiledText, a_value_that_changes_is_none) {
  EXPECT_THAT(undefined(std::string(place) + "int calls = 0;\nint linear(int tid, int i) { int c = calls++; "
                                             "return ROW(c / 8 % 32, c % 8) * 16 + COL(c / 8 % 32, c % 8); }"),
              HasSubstr("asked again"));
}

// No sanitizer sees the order in which one expression changes a variable; a compiler warns of it.
TEST_F(CompiledText, two_changes_without_an_order_have_no_value) {
  const std::string col = std::string(place) + "int col(int tid, int i) { return COL(tid, i); }\n";
  for (const std::string row :
       {"#define TWICE(x) ((x) + (x))\nint row(int tid, int i) { int n = 0; return ROW(tid, i) + 0 * TWICE(n += 2); }",
        "int row(int tid, int i) { int n = i; n = n++ + 1; return ROW(tid, n - 1); }",
        "int row(int tid, int i) { int a[9] = {}; int n = i; a[n] = n++; return ROW(tid, i) + a[8]; }"})
    EXPECT_THAT(refusal(col + row), HasSubstr("C++ leaves undefined")) << row;
}

// A block moves the whole tile, and nothing inside it.
TEST_F(CompiledText, a_block_moves_whole_tiles_or_its_text_has_no_place) {
  const auto functions = [](const std::string& row, const std::string& col) {
    return std::string(place) + "int row(int tid, int i) { return ROW(tid, i)" + row +
           "; }\nint col(int tid, int i) { return COL(tid, i)" + col + "; }";
  };
  is_right(functions(" + blockIdx.y * 16", " + 48 * blockIdx.x"));
  is_right(functions(" + 16 * threadIdx.y", " - 16 * threadIdx.z"));
  is_right(std::string(place) +
           "const int first = 16 * blockIdx.x; int row = ROW(tid, i) + first;\n"
           "int col = COL(tid, i);");
  is_right(std::string(place) + R"(
template <class T> T id(T v) { return v; }
__global__ void store(float* C, int ldc) {
  float frag[8];
  C += blockIdx.y * 16 * ldc + blockIdx.x * 32;
  for (int e = 0; e < 8; ++e) C[ROW(threadIdx.x, id(e)) * ldc + COL(threadIdx.x, e)] = frag[e];
})");
  for (const char* const added : {" + blockIdx.x", " + threadIdx.y % 2 * 4 + threadIdx.y", " + 8 * blockIdx.z / 4",
                                  " * (blockIdx.x + 1)", " + (blockIdx.x > 1 ? i : 0)"})
    EXPECT_THAT(undefined(functions(added, "")), HasSubstr("in another block")) << added;
}

// A variable of statements belongs to one slot, whoever changes it and however.
TEST_F(CompiledText, what_a_statement_changes_begins_anew_in_each_slot) {
  const std::string tab = std::string(place) + "const int tab[8] = {0, 0, 8, 8, 0, 0, 8, 8};\n";
  const std::string col = "int col = COL(tid, i);\n";
  for (const std::string rows : {"const int* p = tab; p += i; int row = tid / 4 + *p;",
                                 "const int* p = tab;\nconst int* q = p;\np += i;\nq = p;\n"
                                 "int row = tid / 4 + *q;",
                                 "int n = 0; n += i; ++n; n--; int row = tid / 4 + tab[n];",
                                 "int n[1] = {0}; n[0] += i; int row = tid / 4 + tab[n[0]];"})
    is_right(tab + rows + "\n" + col);
}

// Another block moves every slot from the least number to 1.
TEST(Places, AMoveAtTheEndsOf64BitsIsNoneByWholeTiles) {
  const Layout layout = accumulator();
  const auto slots = static_cast<std::size_t>(layout.slots());
  std::vector<PlaceRecord> records(times_asked * slots);
  for (std::size_t at = 0; at < records.size(); ++at) {
    records[at].has = 3;
    records[at].row = records[at].col = at < 2 * slots ? std::numeric_limits<std::int64_t>::min() : 1;
  }
  const std::string_view bytes(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(PlaceRecord));
  const AnsweredSlots found = read_places(bytes, layout);
  ASSERT_EQ(found.slots.size(), slots);
  for (const PlaceRecord& slot : found.slots) EXPECT_EQ(slot.state, PlaceState::ByBlock);
}

}  // namespace
}  // namespace tcviz
