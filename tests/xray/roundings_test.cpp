// How exact the numbers of an output have to be follows what the kernel has rounded on the way to them.
#include <gmock/gmock.h>

#include "gpu/kernel/xray/label/roundings.hpp"
#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

const std::string store_f32 = "st.global.f32 [%rd5], %f1;",
                  store_bf16 = "cvt.rn.bf16.f32 %h2, %f1; st.global.b16 [%rd5], %h2;";
// One bf16 more on the way.
const std::string by_bf16 = "cvt.rn.bf16.f32 %h3, %f1; cvt.f32.bf16 %f1, %h3;";

std::string times(const std::string& factor) { return "mul.f32 %f1, %f1, " + factor + ";"; }

// C is what `body` makes of %f1, an element of A, and of %h1, its bf16; four blocks of 32 lanes.
XrayReport run_of_type(const std::string& type, const std::string& body, const std::string& expect, int threads = 1) {
  KernelCase made;
  made.entry = "f", made.grid = "4", made.block = "32";
  made.arguments = {"A=bf16[m:128]", "C=out " + type + "[m:128]"};
  made.expect = {"C = " + expect};
  const std::string bytes = type == "f32" ? "4" : "2";
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C)\n{\n"
      ".reg .f32 %f<9>; .reg .b16 %h<9>; .reg .b32 %r<5>; .reg .b64 %rd<8>; mov.u32 %r1, %tid.x;\n"
      "mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r2, 5; add.u32 %r3, %r3, %r1; mul.wide.u32 %rd1, %r3, 2;\n"
      "mul.wide.u32 %rd6, %r3, " +
      bytes +
      "; ld.param.u64 %rd2, [A]; ld.param.u64 %rd3, [C];\n"
      "add.s64 %rd4, %rd2, %rd1; add.s64 %rd5, %rd3, %rd6; ld.global.b16 %h1, [%rd4]; cvt.f32.bf16 %f1, %h1;\n" +
      body + " " + (type == "f32" ? store_f32 : store_bf16) + "\nret;\n}\n";
  XrayReport report = run_case(made, text, {.threads = threads});
  EXPECT_FALSE(report.refused) << *report.refused;
  return report;
}

VerdictState verdict(const std::string& type, const std::string& body, const std::string& expect = "A",
                     int threads = 1) {
  return run_of_type(type, body, expect, threads).verdict;
}

// 0.5 x (1 + tanh(scale (x + cubic x^3)))
std::string gelu(const std::string& scale, const std::string& cubic) {
  return "mul.f32 %f2, %f1, %f1; mul.f32 %f2, %f2, %f1; fma.rn.f32 %f2, %f2, " + cubic + ", %f1; mul.f32 %f2, %f2, " +
         scale +
         "; tanh.approx.f32 %f2, %f2; add.f32 %f2, %f2, 0f3F800000; mul.f32 %f1, %f1, 0f3F000000; "
         "mul.f32 %f1, %f1, %f2;";
}

const std::string one_004 = "0f3F808312";

TEST(NumbersOfBf16, AreStrictWhereNothingIsRounded) {
  EXPECT_EQ(verdict("f32", ""), VerdictState::Right);
  EXPECT_EQ(verdict("f32", times(one_004)), VerdictState::Wrong);
  EXPECT_EQ(verdict("bf16", ""), VerdictState::Right);
  EXPECT_EQ(verdict("bf16", times("0f40490FDB"), "3.14159265 * A"), VerdictState::Right);
  EXPECT_EQ(verdict("bf16", times("0f404B1293"), "3.14159265 * A"), VerdictState::Wrong) << "1 % more than pi";
}

TEST(NumbersOfBf16, TellTheConstantsOfAnActivation) {
  const std::string scale = "0f3F4C422A", cubic = "0f3D372713";  // sqrt(2 / pi), 0.044715
  EXPECT_EQ(verdict("f32", gelu(scale, cubic), "gelu_tanh(A)"), VerdictState::Right);
  EXPECT_EQ(verdict("bf16", gelu(scale, cubic), "gelu_tanh(A)"), VerdictState::Right);
  EXPECT_EQ(verdict("f32", gelu("0f3F62DE01", cubic), "gelu_tanh(A)"), VerdictState::Wrong) << "0.8862";
  EXPECT_EQ(verdict("f32", gelu("0f3F6B851F", cubic), "gelu_tanh(A)"), VerdictState::Wrong) << "0.92";
  EXPECT_EQ(verdict("f32", gelu(scale, "0f00000000"), "gelu_tanh(A)"), VerdictState::Wrong) << "no cubic term";
  const std::string sigmoid =  // x / (1 + 2^(-1.702 log2(e) x))
      "mul.f32 %f2, %f1, 0fC01D265F; ex2.approx.f32 %f2, %f2; add.f32 %f2, %f2, 0f3F800000; "
      "div.rn.f32 %f1, %f1, %f2;";
  EXPECT_EQ(verdict("f32", sigmoid, "gelu_tanh(A)"), VerdictState::Wrong);
}

// A right kernel that rounds in between is right, and what is as small as that is not called wrong.
TEST(NumbersOfBf16, AreCoarseWhereSomethingIsRounded) {
  const std::string third = times("0f3EAAAAAB"), thrice = times("0f40400000");
  EXPECT_EQ(verdict("f32", third + by_bf16 + thrice), VerdictState::Right);
  EXPECT_EQ(verdict("bf16", third + by_bf16 + thrice), VerdictState::Right);
  EXPECT_EQ(verdict("f32", third + by_bf16 + thrice + times(one_004)), VerdictState::Right);
  EXPECT_EQ(verdict("f32", by_bf16 + times(one_004)), VerdictState::Wrong) << "what bf16 was is not rounded";
  const std::string cut =
      "mov.b32 %r4, %f1; and.b32 %r4, %r4, 0xFFFF0000; mov.b32 %f1, %r4; mul.f32 %f1, %f1, 0f40400000;";
  EXPECT_EQ(verdict("f32", third + cut), VerdictState::Right) << "truncated by a mask";
  const std::string half = "mov.b16 %h4, 0x3EAB; mul.rn.bf16 %h4, %h1, %h4; cvt.f32.bf16 %f1, %h4;";
  EXPECT_EQ(verdict("f32", half, "0.333333333 * A"), VerdictState::Right);
}

TEST(NumbersOfBf16, AreTheSameForBlocksApart) {
  for (const int threads : {1, 2, 4}) {
    EXPECT_EQ(verdict("bf16", times("0f404B1293"), "3.14159265 * A", threads), VerdictState::Wrong) << threads;
    EXPECT_EQ(verdict("f32", times("0f3EAAAAAB") + by_bf16 + times("0f40400000") + times(one_004), "A", threads),
              VerdictState::Right)
        << threads;
  }
}

TEST(Roundings, AreBetweenUnlessTheyAreTheOutput) {
  const auto made = [](ElementType type, int inexact, int exact) {
    Roundings all;
    for (int at = 0; at < inexact; ++at) all.convert(type, 1.0001, 1);
    for (int at = 0; at < exact; ++at) all.convert(type, 1, 1);
    return all;
  };
  using enum ElementType;
  EXPECT_FALSE(Roundings().are_between(F32, 8));
  EXPECT_FALSE(made(BF16, 0, 99).are_between(F32, 8)) << "nothing was lost";
  EXPECT_FALSE(made(BF16, 5, 3).are_between(BF16, 8));
  EXPECT_TRUE(made(BF16, 5, 3).are_between(F32, 8));
  EXPECT_TRUE(made(BF16, 5, 4).are_between(BF16, 8)) << "zeros of a relu make no room";
  EXPECT_TRUE(made(F16, 5, 3).are_between(BF16, 8));
  EXPECT_FALSE(made(F32, 8, 0).are_between(F32, 8)) << "not narrow";
  Roundings parts = made(BF16, 4, 0);
  parts.add(made(BF16, 4, 0));
  EXPECT_FALSE(parts.are_between(BF16, 8));
  Roundings cut;
  cut.cut_to_tf32(0x3F802000);
  EXPECT_FALSE(cut.are_between(F32, 8));
  cut.cut_to_tf32(0x3F800001);
  EXPECT_TRUE(cut.are_between(F32, 8));
  Roundings sums;
  sums.compute();
  parts.add(sums);
  EXPECT_TRUE(parts.are_between(BF16, 8));
}

}  // namespace
}  // namespace tcviz
