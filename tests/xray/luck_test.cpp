// Right by luck: inputs too small to tell, and values that nobody wrote. None is called right.
#include <gmock/gmock.h>

#include <cmath>

#include "gpu/kernel/xray/step/opcodes.hpp"
#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/given_numbers.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

TEST(NobodyWroteIt, AndTimesZeroItIsNoNumber) {
  ASSERT_EQ(run_body("mov.f32 %f2, %f1;" + stores).verdict, VerdictState::Right);
  const std::string adds = "add.f32 %f2, %f1, %f5;" + stores;
  for (const char* unset : {
           "mul.f32 %f5, %f7, 0f00000000;",
           "fma.rn.f32 %f5, %f7, 0f00000000, 0f00000000;",
           "ld.shared.f32 %f7, [s]; mul.f32 %f5, %f7, 0f00000000;",
           "ld.global.f32 %f7, [%rd2]; mul.f32 %f5, %f7, 0f00000000;",
           "ld.global.f32 %f7, [%rd2]; mov.f32 %f6, 0f00000000; fma.rn.f32 %f5, %f6, %f7, %f6;",
           "mul.lo.u32 %r5, %r7, 0; cvt.rn.f32.u32 %f5, %r5;",
           "setp.eq.u32 %p1, %r7, 77; selp.f32 %f5, 0f3F800000, 0f00000000, %p1;",
           "mov.f32 %f5, 0f00000000; @%p3 mov.f32 %f5, 0f3F800000;",
           "mov.f32 %f5, 0f00000000; setp.ne.u32 %p1, %r7, %r7; @%p1 bra L; bra M; L: mov.f32 %f5, 0f3F800000; M:",
           "shfl.sync.idx.b32 %r5, %r7, 0, 31, -1; mov.b32 %f7, %r5; mul.f32 %f5, %f7, 0f00000000;",
           "min.f32 %f5, %f7, 0fFF800000; max.f32 %f5, %f5, 0f00000000;",
           "setp.eq.u32 %p1, %r1, 0; @!%p1 bra L; mov.u32 %r7, 0; L: cvt.rn.f32.u32 %f5, %r7;",
           "setp.eq.u32 %p1, %r1, 0; @%p1 bra L; bra M; L: mov.f32 %f7, 0f00000000; M: mul.f32 %f5, %f7, 0f00000000;",
           "setp.eq.u32 %p1, %r1, 0; @%p1 mov.u32 %r7, 0; cvt.rn.f32.u32 %f5, %r7;",
           "nanosleep.u32 %r7; cvt.rn.f32.u32 %f5, %r7;",
           "mov.u32 %r6, 0; L: setp.eq.u32 %p1, %r6, 1; @%p1 cvt.rn.f32.u32 %f5, %r7; @%p1 bra M; add.u32 %r6, %r6, 1;"
           "setp.eq.u32 %p2, %r1, 0; @%p2 mov.u32 %r7, 0; bra L; M:",
           "setp.eq.u32 %p1, %r1, 0; @%p1 ld.global.f32 %f5, [%rd1]; mul.f32 %f5, %f5, 0f00000000;",
           ".local .align 4 .b8 l[4]; ld.local.f32 %f7, [l]; mul.f32 %f5, %f7, 0f00000000;",
           ".local .align 8 .b8 l[8]; st.local.u32 [l], 0; ld.local.u64 %rd5, [l]; cvt.rn.f32.u64 %f5, %rd5;",
       }) {
    const XrayReport report = run_body(unset + adds);
    ASSERT_FALSE(report.refused) << *report.refused << unset;
    EXPECT_NE(report.verdict, VerdictState::Right) << unset;
    EXPECT_NE(report.outputs.at(0).state, VerdictState::Right) << unset;
  }
  for (const char* set : {
           "setp.eq.u32 %p1, %r1, 0; @%p1 bra L; mov.u32 %r7, 0; bra M; L: mov.u32 %r7, 0; M: cvt.rn.f32.u32 %f5, %r7;",
           "setp.eq.u32 %p1, %r1, 0; @%p1 mov.u32 %r7, 0; @!%p1 mov.u32 %r7, 0; cvt.rn.f32.u32 %f5, %r7;",
           ".local .align 8 .b8 l[8]; st.local.u32 [l], 0; st.local.u32 [l+4], 0; ld.local.u64 %rd5, [l];"
           "cvt.rn.f32.u64 %f5, %rd5;",
           "mov.f32 %f5, 0f00000000; setp.eq.u32 %p1, %r1, 0; @%p1 mov.u32 %r7, 0; @%p1 cvt.rn.f32.u32 %f5, %r7;",
       })
    EXPECT_EQ(run_body(set + adds).verdict, VerdictState::Right) << set;
  for (const char* address : {"mul.wide.u32 %rd5, %r7, 4; add.s64 %rd5, %rd1, %rd5; ld.global.f32 %f2, [%rd5];",
                              "mov.f32 %f2, %f1; mul.wide.u32 %rd5, %r7, 4; add.s64 %rd2, %rd2, %rd5;"})
    EXPECT_NE(run_body(address + stores).verdict, VerdictState::Right) << address;
}

// Instructions that may leave only bytes that somebody wrote.
bool may_mask(std::string_view name) {
  constexpr std::array<std::string_view, 11> names = {"and",  "or",  "shl", "shr",  "shf", "prmt",
                                                      "lop3", "bfe", "bfi", "selp", "xor"};
  return std::ranges::find(names, name) != names.end();
}

// Every instruction that computes, in every type that it has: one operand was never written, the others are zero.
TEST(NobodyWroteIt, AndNoInstructionMakesItANumber) {
  struct Type {
    const char *name, *registers, *zero;
    int bits;
  };
  constexpr std::array<Type, 10> types = {{{"f32", "%f", "0f00000000", 32},
                                           {"f64", "%d", "0d0000000000000000", 64},
                                           {"u32", "%r", "0", 32},
                                           {"s32", "%r", "0", 32},
                                           {"b32", "%r", "0", 32},
                                           {"u64", "%rd", "0", 64},
                                           {"b64", "%rd", "0", 64},
                                           {"u16", "%h", "0", 16},
                                           {"f16x2", "%r", "0", 32},
                                           {"bf16x2", "%r", "0", 32}}};
  int tried = 0;
  for (const auto& table : {integer_opcodes(), float_opcodes(), half_opcodes(), bit_opcodes()})
    for (const OpcodeRow& row : table)
      for (const Type& type : types)
        for (const char* modifier : {"", ".lo", ".rn", ".approx"})
          for (int operands = 1; operands <= 3; ++operands)
            for (int unset = 0; unset < operands && !may_mask(row.name); ++unset) {
              std::string one = std::string(row.name) + modifier + "." + type.name + " " + type.registers + "5";
              for (int at = 0; at < operands; ++at)
                one += std::string(", ") + type.registers + (at == unset ? "7" : "6");
              const std::string zero = std::string(type.bits == 16 ? "mov.u16 " : "mov.b") +
                                       (type.bits == 16 ? "" : std::to_string(type.bits) + " ") + type.registers +
                                       "6, " + type.zero + ";";
              const std::string store = "st.global.b" + std::to_string(type.bits) + " [%rd2], " + type.registers + "5;";
              const std::string text =
                  text_with(zero + one + "; shl.b64 %rd3, %rd3, 1; add.s64 %rd2, %rd2, 0; " + store, {"1", "1"});
              if (!refusal_of(text).empty()) continue;
              KernelCase made;
              made.entry = "f", made.block = "1", made.architecture = 0;
              made.arguments = {"A=f32[m:1]", "C=out f64[m:1]"};
              const XrayReport report = run_case(made, text);
              ASSERT_FALSE(report.refused) << *report.refused << one;
              EXPECT_NE(finding_of(report, FindingKind::Uninitialised), nullptr) << one;
              ++tried;
            }
  EXPECT_GT(tried, 100);
}

TEST(InputsTooSmall, ProveNothing) {
  for (const double scale : {1e-4, 0.0}) {
    GivenNumbers in(product_arguments({"bias=f32[n:18]"}));
    for (auto& [name, numbers] : in.numbers)
      if (name == "bias") numbers = each(numbers, [&](double x, int) { return scale * x; });
    in.expect("C = sum(k: A * B) + bias");
    const OutputVerdict verdict = in.judged(in.verdict_of(plain_product(in)));
    EXPECT_EQ(verdict.state, VerdictState::Unjudged) << scale;
    EXPECT_THAT(verdict.numbers->reason, HasSubstr("too small to tell: without bias")) << scale;
  }
  GivenNumbers large(product_arguments({"bias=f32[n:18]"}));
  large.expect("C = sum(k: A * B) + bias");
  EXPECT_EQ(large.judged(large.verdict_of(plain_product(large))).state, VerdictState::Wrong);
}

// What changes nothing however large an input is, is no question of its size: the sign in a square, half of a
// direction.
TEST(InputsTooSmall, AreNotThoseOfAnEvenFunction) {
  GivenNumbers in(product_arguments());
  in.expect("C = abs(sum(k: A * B))");
  EXPECT_EQ(in.judged(in.verdict_of(each(plain_product(in), [](double x, int) { return std::fabs(x); }))).state,
            VerdictState::Right);
}

// Every kernel of this folder with one of its inputs zero: what it would do with other inputs is not known.
TEST(InputsTooSmall, NoKernelIsRightWithAnInputOfZeros) {
  int tried = 0;
  for (const KernelCase& of : kernel_cases())
    for (std::size_t at = 0; at < of.arguments.size(); ++at) {
      const auto argument = read_xray_argument(of.arguments[at]);
      if (!argument.ok() || argument.value().form != XrayArgument::Form::Array) continue;
      const XrayArray& array = argument.value().array;
      if (array.role != ArrayRole::In || array.scale != 1 || of.arguments[at].find('*') != std::string::npos) continue;
      KernelCase changed = of;
      changed.arguments[at] += "*0";
      EXPECT_NE(run_case(changed, ptx_text(changed)).verdict, VerdictState::Right) << of.name << " " << array.name;
      ++tried;
    }
  EXPECT_GT(tried, 20);
}

// An output is not right where the launch is not called so.
TEST(Outputs, AgreeWithTheLaunch) {
  for (const KernelCase& of : kernel_cases()) {
    const XrayReport report = run_case(of, ptx_text(of));
    const bool any_right = std::ranges::any_of(
        report.outputs, [](const OutputVerdict& output) { return output.state == VerdictState::Right; });
    const bool is_unjudged = report.verdict == VerdictState::Unjudged && report.outputs.size() == 1;
    EXPECT_FALSE(any_right && (is_unjudged || !report.doubt.empty())) << of.name;
  }
}

}  // namespace
}  // namespace tcviz
