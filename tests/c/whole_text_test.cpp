// Whole texts as a compiler reads them: what is right, what is wrong, what a text computes, and what is refused.
#include <gtest/gtest.h>

#include <filesystem>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

const std::string R = "lane/4 + i/2%2*8", C = "lane%4*2 + i%2 + i/4*8";
const std::string head = "(int lane, int i) ";

const Layout& sm_90_accumulator() {
  static const Layout found = [] {
    auto layouts = read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / "sm_90.json");
    for (Layout& layout : layouts.value())
      if (layout.kind() == "wmma.m16n16k16.acc.f32") return std::move(layout);
    return samples::make(samples::data_of({1, 1, 1, 1}, {0}));
  }();
  return found;
}

// "right", "wrong", "half" (one of row and col is missing), "not known", or why it is refused.
std::string verdict_of(const std::string& text) {
  Checker checker(sm_90_accumulator());
  ReadOptions options;
  options.cuda_arch = 900;
  const Parsed<Formula> parsed = read_as_meant(text, options, checker);
  if (!parsed) return "refused: " + parsed.diagnostics.front().message;
  const Formula* const formula = &*parsed.value;
  Verdict verdict;
  const Status done = checker.check({&formula, 1}, verdict);
  if (!done) return "refused: " + done.error().message;
  if (verdict.undefined && verdict.undefined->endless) return "not known: " + verdict.undefined->message;
  const bool whole = formula->has(Quantity::Linear) || (formula->has(Quantity::Row) && formula->has(Quantity::Col));
  return verdict.ok() ? "right" : whole ? "wrong" : "half";
}

// The value of `return` for tid 5 and i 3, "undefined", or "refused".
std::string value_of_text(const std::string& text) {
  const auto formula = read_formula(text, {Inputs::Slot, Quantity::Row});
  if (!formula) return "refused";
  Interpreter interpreter(formula.value->program);
  Variables variables;
  variables[Variable::Tid] = 5;
  variables[Variable::I] = 3;
  if (interpreter.run(variables) != RunState::Done) return "undefined";
  return std::to_string(interpreter.output(0));
}

std::string row(const std::string& body) { return "int row(int tid, int i) { " + body + " }"; }
std::string pair_of(const std::string& row, const std::string& col) {
  return "int row" + head + "{ " + row + " }\nint col" + head + "{ " + col + " }";
}

TEST(OneC, ConstantsAreTheTexts) {
  const std::string body = "int linear" + head + "{ return (" + R + ")*COLS + " + C + "; }";
  for (const char* const constant : {"const int COLS = ", "#define COLS ", "constexpr int COLS = ", "enum { COLS = "}) {
    const bool is_enum = constant[0] == 'e', is_macro = constant[0] == '#';
    const std::string end = is_enum ? " };\n" : is_macro ? "\n" : ";\n";
    EXPECT_EQ(verdict_of(constant + std::string("8") + end + body), "wrong") << constant;
    EXPECT_EQ(verdict_of(constant + std::string("16") + end + body), "right") << constant;
  }
  EXPECT_EQ(verdict_of("template <int COLS = 8> " + body), "wrong");
  EXPECT_EQ(verdict_of("template <int COLS = 16> " + body), "right");
}

TEST(OneC, OnlyTheBranchesThatHoldAreRead) {
  const std::string good = pair_of("return " + R + ";", "return " + C + ";"), bad = pair_of("return 0;", "return 0;");
  EXPECT_EQ(verdict_of("#if 1\n" + good + "\n#else\n" + bad + "\n#endif"), "right");
  EXPECT_EQ(verdict_of("#if 0\n" + good + "\n#else\n" + bad + "\n#endif"), "wrong");
  EXPECT_EQ(verdict_of("#if __CUDA_ARCH__ >= 800\n" + good + "\n#else\n" + bad + "\n#endif"), "right");
  EXPECT_EQ(verdict_of("#if __CUDA_ARCH__ >= 1000\n" + good + "\n#else\n" + bad + "\n#endif"), "wrong");
  EXPECT_EQ(verdict_of("#if __cplusplus >= 201103L\n" + good + "\n#else\n" + bad + "\n#endif"), "right");
  // -1 is large there: what is unsigned makes all of it so.
  EXPECT_NE(verdict_of("#if -1 > 0u\n" + good + "\n#else\n" + bad + "\n#endif").find("refused"), std::string::npos);
  EXPECT_NE(verdict_of("#if __CUDACC_VER_MAJOR__ >= 11\n" + good + "\n#else\n" + bad + "\n#endif").find("refused"),
            std::string::npos);
}

TEST(OneC, LocalsOfInnerBlocksAndOtherFunctions) {
  EXPECT_EQ(verdict_of(pair_of("{ int row = 7; (void)row; } return " + R + ";", "int row = 3; return " + C + ";")),
            "right");
  EXPECT_EQ(verdict_of("int row = " + R + "; int col = " + C + "; { int row = 1; int col = 2; row += col; }"), "right");
  EXPECT_EQ(
      verdict_of("int f(int x) { int row = 9; return x + row - 9; } int row = f(" + R + "); int col = " + C + ";"),
      "right");
}

TEST(OneC, NamesAreWholeWords) {
  for (const char* const name : {"narrow", "color", "row_bytes", "column_stride"})
    EXPECT_EQ(verdict_of("int " + std::string(name) + "(int x) { return 77; }\n" +
                         pair_of("return " + R + ";", "return " + C + ";")),
              "right")
        << name;
  for (const char* const names : {"ij", "mn"}) {
    const std::string one(1, names[0]), two(1, names[1]);
    const std::string text = "int get_" + one + "(int lane, int v) { return lane/4 + v/2%2*8; }\nint get_" + two +
                             "(int lane, int v) { return lane%4*2 + v%2 + v/4*8; }";
    EXPECT_EQ(verdict_of(text), "right") << names;
  }
}

TEST(OneC, ParametersByTheirNames) {
  EXPECT_EQ(verdict_of("int row(int l, int lane) { return lane/4 + l/2%2*8; }\n"
                       "int col(int l, int lane) { return lane%4*2 + l%2 + l/4*8; }"),
            "right");
  EXPECT_EQ(verdict_of("int row(int idx, int tid) { return tid/4 + idx/2%2*8; }\n"
                       "int col(int idx, int tid) { return tid%4*2 + idx%2 + idx/4*8; }"),
            "right");
  EXPECT_EQ(verdict_of("int get_i(const int l) { return threadIdx.x/4 + l/2%2*8; }\n"
                       "int get_j(const int l) { return threadIdx.x%4*2 + l%2 + l/4*8; }"),
            "right");
}

TEST(OneC, BothOfRowAndColOrNoVerdict) {
  EXPECT_NE(verdict_of("int row = " + R + "; int column = 12345;"), "right");
  EXPECT_EQ(verdict_of("int row = " + R + "; int column = " + C + ";"), "right");
}

TEST(OneC, InputsThatChangeAndTypesThatConvert) {
  EXPECT_EQ(value_of_text("{ tid = tid / 4; } return tid;"), "1");
  EXPECT_EQ(value_of_text("for (tid /= 4; tid < 1; ++tid) {} return tid;"), "1");
  EXPECT_EQ(value_of_text("int n = 0; n = tid = i; return n * 10 + tid;"), "33");
  EXPECT_EQ(value_of_text("int t[8] = {}; t[i] = i = 5; return t[3];"), "refused");
  EXPECT_EQ(value_of_text("int row(const int& tid, const int& i) { return tid * 8 + i; }"), "43");
  EXPECT_EQ(value_of_text("uint8_t row(int tid, int i) { return tid + 254; }"), "3");
  EXPECT_EQ(value_of_text("char row(int tid, int i) { return tid + 250; }"), "-1");
  EXPECT_EQ(value_of_text("bool row(int tid, int i) { return tid; }"), "1");
  EXPECT_EQ(value_of_text("short row(int tid, int i) { return tid + 65535; }"), "4");
  EXPECT_EQ(value_of_text("return (1 << 31) + tid;"), "-2147483643");
  EXPECT_EQ(value_of_text("return (-1 << 1) + tid;"), "3");
}

struct Row {
  const char* value;
  const char* body;  // of int row(int tid, int i), for tid 5 and i 3
};

TEST(OneC, WhatABodyComputes) {
  const Row rows[] = {
      // Narrow elements and fields wrap, and are promoted where they are read.
      {"4", "uint8_t t[4] = {0, 0, 0, 0}; t[1] = 255; t[1] += tid; return t[1];"},
      {"255", "uint8_t t[2] = {0, 0}; t[i & 1]--; return t[1];"},
      {"256", "uint8_t t[2] = {255, 255}; return t[i & 1] + 1;"},
      {"7", "int t[4] = {1, 2, 3, 4}; t[t[i & 1] & 1] += 6; return t[0];"},
      {"10", "int t[4] = {1, 2, 3, 4}; t[i] += tid; ++t[i]; return t[i];"},
      // References are the variable.
      {"7", "int n = 1; const int& r = n; n = 7; return r;"},
      {"1", "int n; int& r = n; r = 1; return n;"},
      {"1", "int n; int& r = n; n = 1; return r;"},
      // Copies of a lambda are made where it stands.
      {"1", "int n = 1; auto f = [=]() { return n; }; n = 9; return f();"},
      {"1", "int n = 1; int& r = n; auto f = [n]() { return n; }; r = 5; return f();"},
      {"3", "int n = 1, s = 0; auto f = [n]() { return n; }; for (int k = 0; k < 3; ++k) { s += f(); n++; } return s;"},
      {"9", "int n = 1; auto f = [&]() { return n; }; n = 9; return f();"},
      {"3", "int n = 1; auto f = [n]() mutable { n += 1; return n; }; int a = f(); return f();"},
      // A record from its own members, and members with values of their own.
      {"2", "struct P { int r, c; }; P p{1, 2}; p = {p.c, p.r}; return p.r;"},
      {"1", "struct P { int r, c; }; P p{1, 2}; p = {p.c, p.r}; return p.c;"},
      {"3", "struct P { int r = 3; int c; }; P p{}; return p.r;"},
      {"5", "struct P { int r, c{}; }; P p; p.r = tid; return p.r + p.c;"},
      {"4", "struct P { int r, c{4}; }; P p{7}; return p.c;"},
      {"4", "struct P { int r = 3; int c = r + 1; }; int r = 10; P p; return p.c;"},
      {"6", "struct P { int r = 3; }; struct Q { P a; P b; }; Q q; return q.a.r + q.b.r;"},
      {"1", "struct P { int r, c; }; P p{1, 2}; P q = p; q.r = 8; return p.r;"},
      {"9", "struct P { int r, c; }; P p{1, 2}; auto& [r, c] = p; r = c = 9; return p.r;"},
      {"9", "struct P { int r, c; }; P p{1, 2}; const auto& [r, c] = p; p.r = 9; return r;"},
      {"1", "struct P { int r, c; }; P p{1, 2}; auto [r, c] = p; p.r = 9; return r;"},
      {"refused", "struct P { int r, c; }; P t[2] = {{1, 2}, {3, 4}}; auto& [r, c] = t[i % 2]; r = 9; return c;"},
      // Order and conditions.
      {"8", "int n = tid; int y = n++ + 3; return y + n - 6;"},
      {"0", "int n = 0; if (tid > 9 && n++ > 0) n += 5; return n;"},
      {"15", "int n = 3, s = 0; while (n-- > 0) s += tid; return s;"},
      {"3", "int n = 0; do { } while (n++ < 2); return n;"},
      {"6", "switch (i) { case 1: return 1; default: tid++; case 2: return tid; }"},
      {"undefined", "switch (i) { case 1: return 1; }"},
      {"undefined", "int t[4]; return t[i];"},
      {"undefined", "int n; if (tid > 9) n = 1; return n;"},
      {"5", "return tid; return 7;"},
      {"2147483647", "enum E : unsigned { A }; return (A - 1) / 2;"},
      {"5", "(void)i; return tid;"},
  };
  for (const Row& each : rows) EXPECT_EQ(value_of_text(row(each.body)), each.value) << each.body;
}

TEST(OneC, WhatHelpersCompute) {
  const Row rows[] = {
      {"9", "int f(int a, int b = 4) { return a + b; }\nint row(int tid, int i) { return f(tid); }"},
      {"5", "int f(const int& a, int& b) { b = 5; return a; }\nint row(int tid, int i) { int n = 1; return f(n, n); }"},
      {"1", "template <typename T> T f(T a) { return a + 252; }\nint row(uint8_t tid, int i) { return f(tid); }"},
      {"2147483644",
       "template <unsigned N> int f() { return (N - 8) / 2; }\nint row(int tid, int i) { return f<1>(); }"},
      {"refused", "int f(int& n) { return ++n; }\nint row(int tid, int i) { int n = tid; return n + f(n); }"},
      {"refused", "int row(int tid, int i) { int n = 1; auto f = [&] { n++; return n; }; return n + f(); }"},
      {"refused",
       "struct P { int r; int up() { return ++r; } };\n"
       "int row(int tid, int i) { P p{1}; return p.r + p.up(); }"},
      {"6", "int f(int& n) { return ++n; }\nint row(int tid, int i) { int n = tid; int m = f(n); return m; }"},
      {"refused", "int row(int tid, int i) { static int n = 0; n += 1; return n; }"},
      {"refused", "int row(int tid, int i) { static const int n = tid; return n; }"},
      {"refused",
       "int row(int tid, int i) { auto f = [&](int a) { auto g = [&](int b) { return b + tid; }; "
       "return g(a); }; tid /= 4; return f(i); }"},
      {"refused",
       "int row(int tid, int i) { switch (i) { case 0: int r; r = 1; break; case 3: return r; } return 2; }"},
      {"refused", "int f(int tid, int i) { return f(tid, i - 1); }\nint row(int tid, int i) { return f(tid, i); }"},
      {"7", "#define F(x) x + 1\nint row(int tid, int i) { return F(tid) + F(0); }"},
      {"11", "#define N 2\nint f() { return N; }\n#undef N\n#define N 9\nint row(int tid, int i) { return f() + N; }"},
  };
  for (const Row& each : rows) EXPECT_EQ(value_of_text(each.body), each.value) << each.body;
}

struct KernelText {
  const char* verdict;
  std::string text;
};

// Kernels: what says where value i is, and what a verdict cannot be made of.
TEST(OneC, WhatKernelsStore) {
  const std::string lanes = "__device__ void st(float* C, const float* f, int ldc) { int lane = threadIdx.x & 31; ";
  const auto store = [&](const std::string& statements) { return lanes + statements + " }"; };
  const std::string place = "(" + R + ") * ldc + " + C;
  const KernelText rows[] = {
      {"right", store("for (int i = 0; i < 8; ++i) C[" + place + "] = f[i];")},
      {"right", store("for (int i = 0; i < 8; ++i) C[" + place + "] = f[i] > 0 ? f[i] : 0;")},
      {"refused", store("for (int i = 0; i < 8; ++i) C[" + place + "] = f[i] > 0 ? f[i + 1] : 0;")},
      // A few lines of a kernel, without their declarations.
      {"right", "for (int i = 0; i < 8; ++i) C[" + place + "] = f.x[i];"},
      {"refused",
       "__device__ void st(float* C, const float* f) { int lane = threadIdx.x & 31; for (int i = 0; i < 8; ++i) C[" +
           place + "] = f[i]; }"},
      {"refused", "int row = " + R + " + ldc; int col = " + C + ";"},
      {"refused", "for (int i = 0; i < 8; ++i) C[(" + R + ") * width + " + C + "] = f.x[i];"},
      // A pointer into the matrix.
      {"right", store("for (int i = 0; i < 8; ++i) { float* p = C + (" + R + ") * ldc; p[" + C + "] = f[i]; }")},
      {"right", store("for (int i = 0; i < 8; ++i) { float* p = &C[(" + R + ") * ldc]; *(p + " + C + ") = f[i]; }")},
      {"right", store("float* p = C + lane / 4 * ldc; float* q = p + 8 * ldc; for (int i = 0; i < 8; ++i) "
                      "{ if (i & 2) q[" +
                      C + "] = f[i]; else p[" + C + "] = f[i]; }")},
      {"wrong", store("for (int i = 0; i < 8; ++i) { float* p = C + (" + R + ") * ldc; *(p + lane) = f[i]; }")},
      {"refused", store("float* p = C; for (int i = 0; i < 8; ++i) { p += 1; p[" + place + "] = f[i]; }")},
      {"refused", store("float* p = C; for (int i = 0; i < 8; ++i) *p++ = f[i];")},
      {"refused", store("float* p = f[0] > 0 ? C : C + 8; for (int i = 0; i < 8; ++i) p[" + place + "] = f[i];")},
      // What an index depends on: tables, bindings, functions.
      {"right", store("int rows[2] = {lane / 4, lane / 4 + 8}; for (int i = 0; i < 8; ++i) C[rows[i / 2 % 2] * ldc + " +
                      C + "] = f[i];")},
      {"right", store("auto at = [lane](int i) { return std::pair<int, int>(" + R + ", " + C +
                      "); }; for (int i = 0; i < 8; ++i) { auto [r, c] = at(i); C[r * ldc + c] = f[i]; }")},
      // A function that is told of every value.
      {"right",
       "template <class F> __device__ void each(F func) { int lane = threadIdx.x & 31; for (int x = 0; x < 8; "
       "++x) { int i = lane / 4 + x / 2 % 2 * 8, j = lane % 4 * 2 + x % 2 + x / 4 * 8; func(x, i, j); } }"},
      {"wrong",
       "template <class F> __device__ void each(F func) { int lane = threadIdx.x & 31; for (int x = 0; x < 8; "
       "++x) { int j = lane / 4 + x / 2 % 2 * 8, i = lane % 4 * 2 + x % 2 + x / 4 * 8; func(x, i, j); } }"},
      // Two functions by their order, and where no order may be guessed.
      {"right", "int acc_q" + head + "{ return " + R + "; }\nint acc_kv" + head + "{ return " + C + "; }"},
      {"wrong", "int acc_kv" + head + "{ return " + C + "; }\nint acc_q" + head + "{ return " + R + "; }"},
      {"refused", "int n_of" + head + "{ return " + R + "; }\nint first" + head + "{ return " + C + "; }"},
      {"refused", "int acc_q" + head + "{ return " + R + "; }\nint acc_kv(int i, int lane) { return " + C + "; }"},
      {"refused", "int acc_q" + head + "{ return " + R + "; }\nint kv_bytes" + head + "{ return " + C + "; }"},
      // (i, j) are a row and a col as likely as a thread and a value.
      {"refused", "int linear(int i, int j) { return i * 8 + j; }"}};
  for (const KernelText& each : rows) {
    const std::string verdict = verdict_of(each.text);
    EXPECT_EQ(verdict.substr(0, verdict.find(':')), each.verdict) << verdict << "\n" << each.text;
  }
}

// What is stored is value i itself; what else is stored, or in another order, makes no text right.
TEST(OneC, WhatKernelsStoreInTheirCopies) {
  const std::string head = "__global__ void k(float* C, const float* f, int ldc) { const int lane = threadIdx.x & 31; ";
  const std::string place = "(" + R + ") * ldc + " + C, each = "for (int i = 0; i < 8; ++i) ";
  const auto stored = [&](const std::string& value) { return each + "C[" + place + "] = " + value + "; }"; };
  const auto copied = [&](const std::string& copy) { return head + "float e[8]; " + copy + " " + stored("e[i]"); };
  const std::string pairs = head + "for (int i = 0; i < 8; i += 2) *(float2*)&C[" + place + "] = ";
  const KernelText rows[] = {
      {"right", copied(each + "e[i] = f[i];")},
      {"right", copied(each + "e[i] = 0; " + each + "e[i] = f[i];")},
      {"wrong", copied("for (int i = 0; i < 7; ++i) e[i] = f[i];")},
      {"wrong", copied("float g[8]; for (int i = 1; i < 8; ++i) g[i] = f[i]; " + each + "e[i] = g[i];")},
      {"wrong", copied(each + "if (lane != 5) e[i] = f[i];")},
      {"not known", copied(each + "e[7 - i] = f[i];")},
      {"not known", head + "float e[8]; " + each + "e[7 - i] = f[i]; " + stored("e[7 - i]")},
      {"not known", head + each + "C[" + place + " + 16] = f[i]; " + stored("f[i]")},
      {"wrong", head + stored("f[i & 3]")},
      // Another value in the same array, or another index of it.
      {"refused", head + "C[0] = 0; " + stored("f[i]")},
      {"refused", head + "*C += 1; " + stored("f[i]")},
      {"refused", head + "if (lane == 0) C[ldc]++; " + stored("f[i]")},
      {"refused", head + "int at = lane / 4 * ldc; C[at++] = f[0]; C[at] = f[1]; }"},
      // A store before the copy, in one loop and in two.
      {"refused", head + "float e[8]; " + each + "{ C[" + place + "] = e[i]; e[i] = f[i]; } }"},
      {"refused", head + "float e[8]; " + each + "C[" + place + "] = e[i]; " + each + "e[i] = f[i]; }"},
      // An index that no array of this size has, read or not.
      {"wrong", "float d[8]; for (int i = 0; i <= 8; ++i) C[" + place + "] = d[i];"},
      {"right", "float d[8]; for (int i = 0; i <= 8; ++i) C[" + place + "] = i < 8 ? d[i] : 0;"},
      {"wrong", head + "float e[7]; " + each + "e[i] = f[i]; " + stored("e[i]")},
      // Values side by side.
      {"right", pairs + "make_float2(f[i], f[i + 1]); }"},
      {"right", pairs + "make_float2(f[i] > 0 ? f[i] : 0, f[i + 1] > 0 ? f[i + 1] : 0); }"},
      {"wrong", pairs + "make_float2(f[i + 1], f[i]); }"},
      {"wrong", pairs + "make_float2(f[i], f[i]); }"},
      {"refused", pairs + "make_float2(f[i], 0); }"},
      {"refused", pairs + "*(float2*)&f[i]; }"},
      // What the index of a fragment comes from: no body of a loop that only counts it.
      {"right", head + each + "if (i & 1) C[" + place + "] = f[i]; else C[" + place + "] = f[i]; }"},
      {"right", head + each + "C[" + place + "] = f[i]; float g[8]; " + each + "g[i] = 0; }"},
      {"right", head + "const int ld = ldc; " + each + "C[(" + R + ") * ld + " + C + "] = f[i]; }"},
      // The store comes before names that may mean a row.
      {"right",
       "int r = lane / 4, c = lane % 4 * 2; " + each + "C[(r + i / 2 % 2 * 8) * ldc + c + i % 2 + i / 4 * 8] = f[i];"},
      // Members of an object that nobody gives.
      {"refused", "struct Frag { int lane; int row(int i) const { return " + R + "; } int col(int i) const { return " +
                      C + "; } };"},
      {"refused",
       "#define H(x, ...) x * __VA_ARGS__\nint row(int lane, int i) { return lane/4 + H(i/2%2, 8); } int col(int lane, "
       "int i) { return " +
           C + "; }"}};
  for (const KernelText& row : rows) {
    const std::string verdict = verdict_of(row.text);
    EXPECT_EQ(verdict.substr(0, verdict.find(':')), row.verdict) << verdict << "\n" << row.text;
  }
}

TEST(OneC, NeverAGuess) {
  for (const std::string& text :
       {std::string("#define row(t, i) (t / 4)\n#define col(t, i) (t % 4)"), std::string("int x = tid; int y = i;"),
        "__global__ void a(float* C, const float* f) { C[threadIdx.x] = f[0]; }\n"
        "__global__ void b(float* C, const float* f) { C[threadIdx.x * 2] = f[0]; }" +
            std::string()})
    EXPECT_NE(verdict_of(text), "right") << text;
}

}  // namespace
}  // namespace tcviz
