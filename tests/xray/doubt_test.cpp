// What came out right and is not called so: it rests on what no manual promises.
#include <gmock/gmock.h>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Every lane leaves its element in shared memory, and takes that of the lane opposite.
XrayReport run_reversal(const std::string& between, const std::string& target) {
  KernelCase made;
  made.entry = "f", made.arguments = {"A=f32[m:32]", "C=out f32[m:32]"}, made.architecture = 0;
  return run_case(made, ".version 8.0\n.target " + target +
                            "\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C)\n{\n"
                            ".reg .f32 %f<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 16 .b8 s[128];\n"
                            "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C]; mov.u32 %r1, %tid.x; mov.u32 %r4, s;\n"
                            "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; ld.global.f32 %f1, [%rd4];\n"
                            "shl.b32 %r2, %r1, 2; add.u32 %r3, %r4, %r2; st.shared.f32 [%r3], %f1;\n" +
                            between +
                            "\nsub.u32 %r5, 31, %r1; shl.b32 %r6, %r5, 2; add.u32 %r7, %r4, %r6;\n"
                            "ld.shared.f32 %f2, [%r7]; mul.wide.u32 %rd5, %r5, 4; add.s64 %rd6, %rd2, %rd5;\n"
                            "st.global.f32 [%rd6], %f2; ret;\n}\n");
}

TEST(LanesOfAWarp, ThatNeedToStepTogetherAreNotCalledRight) {
  const XrayReport report = run_reversal("", "sm_80");
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.outputs.at(0).state, VerdictState::Unjudged);
  EXPECT_TRUE(report.outputs.at(0).right_as_executed);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("right only if the lanes of a warp step together"));
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].weight, FindingWeight::Warning);
  for (const char* sync : {"bar.warp.sync 0xffffffff;", "bar.sync 0;"}) {
    const XrayReport waited = run_reversal(sync, "sm_80");
    EXPECT_EQ(waited.verdict, VerdictState::Right) << sync;
    EXPECT_THAT(waited.findings, IsEmpty());
  }
  EXPECT_EQ(run_reversal("", "sm_60").verdict, VerdictState::Right) << "one program counter for all";
}

// A number that no input is part of decides nothing here: it is warned of, and that is all.
TEST(LanesOfAWarp, MayReadWhatNoInputIsPartOf) {
  const XrayReport report = run_reversal(
      ".shared .b32 n[32]; mov.u32 %r8, n; add.u32 %r8, %r8, %r2; st.shared.u32 [%r8], %r1; bar.warp.sync -1;"
      "st.shared.u32 [%r8], 5; ld.shared.u32 %r8, [n];",
      "sm_80");
  EXPECT_EQ(report.verdict, VerdictState::Right) << report.doubt;
}

std::string list_of(const std::string& name, int first, int count) {
  std::string text = "{";
  for (int at = 0; at < count; ++at) text += (at == 0 ? "" : ",") + name + std::to_string(first + at);
  return text + "}";
}

// 16 x 16 x 16, A from global memory or by way of shared memory.
XrayReport run_fragments(const std::string& a, const std::string& stride, const std::string& load) {
  KernelCase made;
  made.entry = "f", made.architecture = 80;
  made.arguments = {"A=f16[m:16,k:16]" + a, "B=f16[k:16,n:16]", "C=out f32[m:16,n:16]"};
  const std::string body =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry f(.param .u64 A, .param .u64 B, .param .u64 C)\n{\n"
      ".reg .f32 %f<9>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %z; .shared .align 32 .b8 s[2048];\n"
      "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [B]; ld.param.u64 %rd3, [C]; mov.f32 %z, 0f00000000;\n" +
      load + "wmma.load.b.sync.aligned.row.m16n16k16.global.f16 " + list_of("%r", 8, 8) + ", [%rd2], 16;\n" +
      "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 " + list_of("%f", 0, 8) + ", " + list_of("%r", 0, 8) + ", " +
      list_of("%r", 8, 8) + ", {%z,%z,%z,%z,%z,%z,%z,%z};\n" +
      "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd3], " + list_of("%f", 0, 8) + ", 16;\nret;\n}\n";
  return run_case(made, replaced(body, "STRIDE", stride));
}

const std::string from_global =
    "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + list_of("%r", 0, 8) + ", [%rd1], STRIDE;\n";
// Lane by lane, two bytes at a time.
const std::string by_shared =
    "mov.u32 %r16, %tid.x; mov.u32 %r17, s; L: mul.wide.u32 %rd4, %r16, 2; add.s64 %rd5, %rd1, %rd4;"
    ".reg .b16 %h; ld.global.u16 %h, [%rd5]; shl.b32 %r18, %r16, 1; add.u32 %r18, %r17, %r18; st.shared.u16 [%r18], %h;"
    "add.u32 %r16, %r16, 32; .reg .pred %p; setp.lt.u32 %p, %r16, COUNT; @%p bra L; bar.sync 0;\n"
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " +
    list_of("%r", 0, 8) + ", [%r17], STRIDE;\n";

// A leading dimension is a multiple of 16 bytes, a pointer one of 32.
TEST(WmmaMemory, IsAlignedAsTheGuideSays) {
  for (const auto& [a, stride] : {std::pair{"", "16"}, {"@24", "24"}, {"@32", "32"}}) {
    const XrayReport report = run_fragments(a, stride, from_global);
    ASSERT_FALSE(report.refused) << *report.refused;
    EXPECT_EQ(report.verdict, VerdictState::Right) << stride;
    EXPECT_THAT(report.findings, IsEmpty());
  }
  const XrayReport apart = run_fragments("@20", "20", from_global);
  EXPECT_TRUE(apart.outputs.at(0).right_as_executed);
  EXPECT_EQ(apart.verdict, VerdictState::Unjudged);
  const XrayFinding* const found = finding_of(apart, FindingKind::Alignment);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->weight, FindingWeight::Warning);
  EXPECT_THAT(found->text, HasSubstr("lines of this fragment are 40 bytes apart"));
  const XrayReport moved = run_fragments("", "16", replaced(from_global, "[%rd1]", "[%rd1+16]"));
  ASSERT_NE(finding_of(moved, FindingKind::Alignment), nullptr);
  EXPECT_THAT(finding_of(moved, FindingKind::Alignment)->text, HasSubstr("a multiple of 32 bytes"));
}

// Shared memory is read by LDSM, 16 bytes at a time: at 40 bytes a GPU stops.
TEST(WmmaMemory, StopsWhereAGpuWould) {
  EXPECT_EQ(run_fragments("@24", "24", replaced(by_shared, "COUNT", "376")).verdict, VerdictState::Right);
  const XrayReport report = run_fragments("@20", "20", replaced(by_shared, "COUNT", "316"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  const XrayFinding* const found = finding_of(report, FindingKind::Alignment);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->weight, FindingWeight::Wrong);
  EXPECT_THAT(report.reason, HasSubstr("a GPU stops there"));
}

// Any offset gives the same softmax. The label of exp(x - x), which is one, is that of the element x.
TEST(NumbersAsUsual, AreNotCalledWrongByTheirLabels) {
  std::string body =
      "mov.b32 %r5, %f1; shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; mov.b32 %f3, %r6; sub.f32 %f3, %f1, %f3;"
      "mul.f32 %f3, %f3, 0f3FB8AA3B; ex2.approx.f32 %f3, %f3; mov.f32 %f4, %f3;";
  for (const char* step : {"16", "8", "4", "2", "1"})
    body += std::string("mov.b32 %r5, %f4; shfl.sync.bfly.b32 %r6, %r5, ") + step +
            ", 31, -1; mov.b32 %f5, %r6; add.f32 %f4, %f4, %f5;";
  body += "div.full.f32 %f2, %f3, %f4;";
  const XrayReport report = run_body(body + stores);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("the numbers are as expected, and the elements that they are made of are not"));
  ASSERT_TRUE(report.outputs.at(0).numbers);
  EXPECT_EQ(report.outputs[0].numbers->expression, "softmax(m: A)");
  const XrayReport shifted =
      run_body(body + "mov.b32 %r5, %f2; shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1; mov.b32 %f2, %r6;" + stores);
  EXPECT_EQ(shifted.verdict, VerdictState::Wrong);
}

}  // namespace
}  // namespace tcviz
