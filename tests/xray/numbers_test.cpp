// The numbers of outputs against expressions that are given, what lies near them, and kernels that are executed.
#include <gmock/gmock.h>

#include <cmath>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/given_numbers.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

TEST(NumbersNearby, AreToldAsAnExpression) {
  const GivenNumbers in(product_arguments());
  const auto nearest = [&](auto function) {
    return in.judged(in.verdict_of(each(plain_product(in), function))).numbers->nearest;
  };
  EXPECT_EQ(nearest([](double x, int) { return 0.5 * x; }), "0.5 * (sum(k: A * B))");
  EXPECT_EQ(nearest([](double x, int) { return x - 3; }), "sum(k: A * B) - 3");
  const GivenNumbers scalar(product_arguments({"0.75"}));
  EXPECT_EQ(scalar.judged(scalar.verdict_of(plain_product(scalar))).numbers->nearest, "sum(k: A * B)");
  const GivenNumbers two(attention_arguments());
  EXPECT_EQ(two.judged(two.verdict_of(attended(two, std::log(2.0)))).numbers->nearest,
            "sum(j: softmax(j: log(2) * sum(e: Q * K)) * V)");
}

TEST(NumbersNearby, ElseTheFirstThatDiffersIsNamed) {
  const GivenNumbers in(product_arguments());
  const Values right = plain_product(in);
  const OutputVerdict verdict =
      in.judged(in.verdict_of(each(right, [](double x, int at) { return at % 50 == 39 ? 9 * x + 7 : x; })));
  EXPECT_EQ(verdict.numbers->nearest, "");
  EXPECT_EQ(verdict.numbers->expression, "sum(k: A * B)");
  ASSERT_TRUE(verdict.numbers->first);
  EXPECT_EQ(verdict.numbers->first->element, (std::vector<std::int64_t>{39 / given_n, 39 % given_n}));
  EXPECT_NEAR(verdict.numbers->first->expected, right[39], 1e-9);
}

TEST(NumbersGiven, DecideWhereLabelsCannot) {
  GivenNumbers in(product_arguments());
  in.expect("C = abs(sum(k: A * B)) + 2");
  const Values right = each(plain_product(in), [](double x, int) { return std::fabs(x) + 2; });
  for (const VerdictState state : {VerdictState::Right, VerdictState::Unjudged}) {
    OutputVerdict verdict = in.verdict_of(right), wrong = in.verdict_of(right);
    verdict.state = wrong.state = verdict.classes[0].state = wrong.classes[0].state = state;
    wrong.values[20] += 0.5;
    verdict = in.judged(verdict), wrong = in.judged(wrong);
    EXPECT_EQ(verdict.state, VerdictState::Right);
    EXPECT_EQ(verdict.classes[0].state, VerdictState::Right);
    EXPECT_TRUE(verdict.numbers->given);
    EXPECT_EQ(wrong.state, VerdictState::Wrong);
    EXPECT_EQ(wrong.numbers->first->element, (std::vector<std::int64_t>{1, 2}));
  }
  OutputVerdict labelled = in.verdict_of(right);
  labelled.state = VerdictState::Wrong;
  EXPECT_EQ(in.judged(labelled).state, VerdictState::Wrong);
}

// Factors that cancel leave elements in a label that the number has not: (v / m) * m.
TEST(NumbersGiven, ThatAreAllThereMakeADoubtOfWhatLabelsCallWrong) {
  const std::string other = "shfl.sync.idx.b32 %r5, %r4, 3, 31, -1; mov.b32 %f3, %r5;";
  const std::string begin = "mov.b32 %r4, %f1;" + other;
  for (const char* body :
       {"div.rn.f32 %f4, %f1, %f3; mul.f32 %f2, %f4, %f3;", "mul.f32 %f4, %f1, %f3; div.rn.f32 %f2, %f4, %f3;"}) {
    const BodyWish expecting{"1", "32", "", {}, {"C = A"}};
    const XrayReport report = run_body(begin + body + stores, expecting);
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << body;
    EXPECT_THAT(report.doubt, HasSubstr("the numbers are as expected")) << body;
    EXPECT_NE(run_body(begin + body + stores).verdict, VerdictState::Right) << "without an expectation";
    // One number that differs, and one element that nobody wrote.
    EXPECT_EQ(
        run_body(begin + body + "setp.eq.u32 %p1, %r1, 7; @%p1 add.f32 %f2, %f2, %f3;" + stores, expecting).verdict,
        VerdictState::Wrong);
    EXPECT_NE(run_body(begin + body + "setp.eq.u32 %p1, %r1, 7; @%p1 ret;" + stores, expecting).verdict,
              VerdictState::Right);
  }
}

// Blocks that were not executed have not stored theirs, and may have had a part in what is there.
TEST(NumbersGiven, OnlyWhatWasStoredCounts) {
  GivenNumbers in(product_arguments());
  in.expect("C = sum(k: A * B)");
  OutputVerdict some = in.verdict_of(plain_product(in));
  for (std::size_t at = 0; at < 100; ++at) some.stored[at] = false, some.values[at] = 99;
  some.written -= 100;
  some.state = some.classes[0].state = VerdictState::Unjudged;
  OutputVerdict verdict = in.judged(some, false);
  EXPECT_EQ(verdict.state, VerdictState::Right);
  EXPECT_EQ(verdict.numbers->compared, given_m * given_n - 100);
  EXPECT_EQ(in.judged(some, true).state, VerdictState::Unjudged) << "some were to be stored";
  some.values[150] += 1;
  EXPECT_EQ(in.judged(some, false).state, VerdictState::Unjudged);
  some.state = VerdictState::Right;
  EXPECT_EQ(in.judged(some, false).state, VerdictState::Wrong);
  some.stored.assign(some.stored.size(), false);
  verdict = in.judged(some, false);
  EXPECT_EQ(verdict.state, VerdictState::Unjudged);
  EXPECT_EQ(verdict.numbers->reason, "nothing was stored");
}

TEST(NumbersGiven, WholeNumbersAreThoseOfTheirRange) {
  GivenNumbers in({"A=s32[m:4]", "C=out s8[m:4]"});
  in.numbers[0].second = {300, -129, 127, 5};
  in.expect("C = A");
  OutputVerdict verdict = in.verdict_of({44, 127, 127, 5});
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Right);
  in.expect("C = A / 2");
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Unjudged);
  EXPECT_THAT(in.judged(verdict).numbers->reason, HasSubstr("outside the numbers of s8"));
  in.expect("C = min(127, max(-128, A))");
  EXPECT_EQ(in.judged(in.verdict_of({127, -128, 127, 5})).state, VerdictState::Right);
}

TEST(NumbersGiven, WhatIsNoNumberIsNotJudged) {
  GivenNumbers in({"A=f32[m:4]", "C=out f16[m:4]"});
  in.numbers[0].second = {1, 2, -3, 4};
  for (const char* const text : {"C = sqrt(A)", "C = A / (A - A)", "C = 1e6 * A"}) {
    in.expect(text);
    const OutputVerdict verdict = in.judged(in.verdict_of({1, 1.41421356, 0, 2}));
    EXPECT_EQ(verdict.state, VerdictState::Unjudged) << text;
    EXPECT_THAT(verdict.numbers->reason, HasSubstr("outside the numbers of f16")) << text;
  }
  in.expect("C = A");
  EXPECT_EQ(in.judged(in.verdict_of({1, 2, -3, std::nan("")})).state, VerdictState::Wrong);
}

TEST(NumbersGiven, TheHostDoesNotDoTooMuch) {
  GivenNumbers in({"A=f32[m:1024,k:1024]", "B=f32[k:1024,n:1024]", "C=out f32[m:1024,n:1024]"});
  for (auto& [name, values] : in.numbers) values.assign(values.size(), 1);
  OutputVerdict verdict = in.verdict_of(Values(1024 * 1024, 1024));
  OutputVerdict judged = in.judged(verdict);
  EXPECT_EQ(judged.state, VerdictState::Unjudged);
  EXPECT_THAT(judged.numbers->reason, HasSubstr("at most 400 million"));
  in.expect("C = sum(k: A * B)");
  EXPECT_THAT(in.judged(verdict).numbers->reason, HasSubstr("at most 400 million"));
  in.expect("C = 0.5 * (sum(k: A) + sum(k: B))");
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Right);
  // Two blocks of the output are no more than their own elements.
  verdict.stored.assign(verdict.stored.size(), false);
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n) {
      in.numbers[0].second[m * 1024 + n] = n;
      verdict.stored[m * 1024 + n] = true, verdict.values[m * 1024 + n] = 1024 - 8 + 28;
    }
  in.expect("C = sum(k: A * B)");
  judged = in.judged(verdict, false);
  EXPECT_EQ(judged.state, VerdictState::Right) << judged.numbers->reason;
  EXPECT_EQ(judged.numbers->compared, 64);
}

// By way of an execution.
TEST(NumbersOfAKernel, AreJudged) {
  KernelCase made = kernel_case("scalar");
  const std::string text = ptx_text(made);
  EXPECT_EQ(run_case(made, text).outputs.at(0).numbers->expression, "sum(k: A * B)");
  std::string halved = text;
  const std::size_t store = halved.find("st.global.f32");
  const std::size_t begin = halved.find("%f", store), end = halved.find(';', begin);
  const std::string sum = halved.substr(begin, end - begin);
  halved.insert(store, "mul.f32 " + sum + ", " + sum + ", 0f3F000000;\n\t");
  const XrayReport guessed = run_case(made, halved);
  EXPECT_EQ(guessed.verdict, VerdictState::Unjudged);
  EXPECT_EQ(guessed.outputs.at(0).numbers->nearest, "0.5 * (sum(k: A * B))");
  made.expect = {"C = 0.5 * sum(k: A * B)"};
  EXPECT_EQ(run_case(made, halved).verdict, VerdictState::Right);
  const XrayReport wrong = run_case(made, text);
  EXPECT_EQ(wrong.verdict, VerdictState::Wrong);
  EXPECT_EQ(wrong.outputs.at(0).numbers->first->element, (std::vector<std::int64_t>{0, 0}));
}

// Of an array that is read and written, what no block has come to yet says nothing; scalars come as they were rounded.
TEST(NumbersOfAKernel, OfTwoBlocksAreThoseThatTheyStored) {
  KernelCase made;
  made.entry = "f", made.grid = "4", made.block = "8";
  made.arguments = {"A=f32[m:32]", "C=inout f32[m:32]", "alpha=0.1"};
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry f(.param .u64 A, .param .u64 C, .param .f32 a)\n{\n"
      ".reg .f32 %f<5>; .reg .b32 %r<5>; .reg .b64 %rd<6>; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
      "shl.b32 %r3, %r2, 3; add.u32 %r3, %r3, %r1; mul.wide.u32 %rd1, %r3, 4; ld.param.f32 %f1, [a];\n"
      "ld.param.u64 %rd2, [A]; ld.param.u64 %rd3, [C]; add.s64 %rd4, %rd2, %rd1; add.s64 %rd5, %rd3, %rd1;\n"
      "ld.global.f32 %f2, [%rd4]; ld.global.f32 %f3, [%rd5]; fma.rn.f32 %f4, %f1, %f2, %f3;\n"
      "st.global.f32 [%rd5], %f4; ret;\n}\n";
  for (const bool all : {false, true}) {
    const std::vector<Dim3> some = {{0, 0, 0}, {3, 0, 0}};
    const XrayReport report = run_case(made, text, {.all_blocks = all, .blocks = all ? std::vector<Dim3>() : some});
    ASSERT_FALSE(report.refused) << *report.refused;
    EXPECT_EQ(report.verdict, VerdictState::Right);
    EXPECT_EQ(report.outputs.at(0).numbers->expression, "alpha * A + C");
    EXPECT_EQ(report.outputs.at(0).numbers->compared, all ? 32 : 16);
  }
}

// An execution that was stopped has not stored its last word.
TEST(NumbersOfAKernel, AreNotJudgedBeforeTheEnd) {
  KernelCase made = kernel_case("scalar");
  made.expect = {"C = 7 + sum(k: A * B)"};
  const XrayReport report = run_case(made, ptx_text(made), {.most_steps = 400});
  EXPECT_FALSE(report.reason.empty());
  EXPECT_FALSE(report.outputs.at(0).numbers);
  EXPECT_NE(report.verdict, VerdictState::Right);
}

}  // namespace
}  // namespace tcviz
