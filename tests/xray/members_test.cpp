// Member masks: who is named and does not come, who comes and is not named, and whose value nobody has.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// C[lane] = %f2, which begins as A[lane], %f1. %r1 is the lane, %p1 whether it is less than 16, %p2 the opposite.
XrayReport run_members(const std::string& body, const std::string& block = "32") {
  KernelCase made;
  made.entry = "f", made.block = block, made.arguments = {"A=f32[m:32]", "C=out f32[m:32]"};
  return run_case(
      made,
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C)\n{\n"
      ".reg .pred %p<5>; .reg .f32 %f<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>; .shared .align 16 .b8 s[2048];\n"
      "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C]; mov.u32 %r1, %tid.x; mov.u32 %r2, s;\n"
      "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; ld.global.f32 %f1, [%rd4];\n"
      "mov.f32 %f2, %f1; mov.b32 %r3, %f1; setp.lt.u32 %p1, %r1, 16; setp.ge.u32 %p2, %r1, 16;\n" +
          body + "\nst.global.f32 [%rd5], %f2; ret;\n}\n",
      {20'000});
}

TEST(MemberMasks, OfHalvesOfAWarpAreBothRight) {
  for (const char* body : {
           // Each half by itself, in a branch, at one place, and one half alone.
           "@%p1 bra L; shfl.sync.idx.b32 %r4, %r3, %r1, 31, 0xffff0000; bra E; L: shfl.sync.idx.b32 %r4, %r3, %r1, "
           "31, "
           "0x0000ffff; E: mov.b32 %f2, %r4;",
           "selp.b32 %r5, 0xffff, 0xffff0000, %p1; shfl.sync.idx.b32 %r4, %r3, %r1, 31, %r5; mov.b32 %f2, %r4;",
           "@%p2 bra L; bar.warp.sync 0xffff; L:",
           "@%p1 bar.warp.sync 0xffff;",
           "@%p1 bra L; bar.warp.sync 0xffff0000; L: bar.warp.sync -1;",
       }) {
    const XrayReport report = run_members(body);
    ASSERT_FALSE(report.refused) << *report.refused;
    EXPECT_THAT(report.findings, IsEmpty()) << body << report.findings.at(0).text;
    EXPECT_EQ(report.verdict, VerdictState::Right) << body << report.reason;
  }
}

TEST(MemberMasks, ALaneThatIsNamedAndElsewhereIsADivergence) {
  for (const char* body : {
           "@%p1 shfl.sync.idx.b32 %r4, %r3, %r1, 31, -1;",
           "@%p1 bar.warp.sync -1;",
           "@%p2 vote.sync.any.pred %p3, %p1, -1;",
           "@%p1 bar.sync 0;",
           "@%p2 bra L; shfl.sync.idx.b32 %r4, %r3, %r1, 31, -1; bra E; L: bar.warp.sync -1; E:",
       }) {
    const XrayReport report = run_members(body);
    ASSERT_FALSE(report.refused) << *report.refused;
    const XrayFinding* const found = finding_of(report, FindingKind::Divergence);
    ASSERT_NE(found, nullptr) << body;
    EXPECT_EQ(found->weight, FindingWeight::Wrong) << body;
    EXPECT_EQ(report.verdict, VerdictState::Wrong) << body;
  }
  EXPECT_THAT(finding_of(run_members("@%p1 bar.warp.sync 0xf0f0f0f0;"), FindingKind::Divergence)->text,
              HasSubstr("lane 20 of warp 0 does not execute this instruction, whose mask 0xf0f0f0f0 names it"));
}

// Those that have left are waited for by nobody; their values are nobody's.
TEST(MemberMasks, MayNameLanesThatHaveLeft) {
  const std::string leaves = "@%p2 st.global.f32 [%rd5], %f1; @%p2 ret;";
  const XrayReport own = run_members(leaves + "shfl.sync.idx.b32 %r4, %r3, %r1, 31, -1; mov.b32 %f2, %r4;");
  EXPECT_EQ(own.verdict, VerdictState::Right);
  EXPECT_THAT(own.findings, IsEmpty());
  const XrayReport other =
      run_members(leaves + "xor.b32 %r6, %r1, 16; shfl.sync.idx.b32 %r4, %r3, %r6, 31, -1; mov.b32 %f2, %r4;");
  EXPECT_EQ(other.verdict, VerdictState::Wrong);
  const XrayFinding* const found = finding_of(other, FindingKind::Divergence);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("lane 0 takes a value from lane 16, which does not execute"));
  // What nobody uses is no fault.
  const XrayReport unused = run_members(leaves + "xor.b32 %r6, %r1, 16; shfl.sync.idx.b32 %r4, %r3, %r6, 31, -1;");
  EXPECT_EQ(unused.verdict, VerdictState::Right);
}

TEST(MemberMasks, ALaneThatIsNotNamedIsNotJudged) {
  const XrayReport report = run_members("shfl.sync.idx.b32 %r4, %r3, %r1, 31, 0x0000ffff; mov.b32 %f2, %r4;");
  const XrayFinding* const found = finding_of(report, FindingKind::Divergence);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->weight, FindingWeight::Warning);
  EXPECT_THAT(found->text, HasSubstr("lane 16 of warp 0 executes this instruction with the mask 0x0000ffff"));
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
}

TEST(WholeWarps, AreNeededByProductsAndFragments) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r2];";
  EXPECT_EQ(finding_of(run_members(load), FindingKind::Divergence), nullptr);
  for (const std::string& body : {"@%p1 " + load, "@%p2 st.global.f32 [%rd5], %f1; @%p2 ret; " + load}) {
    const XrayReport report = run_members(body);
    const XrayFinding* const found = finding_of(report, FindingKind::Divergence);
    ASSERT_NE(found, nullptr) << body;
    EXPECT_THAT(found->text,
                HasSubstr("lane 16 of warp 0 does not execute this instruction, which needs all 32 lanes"));
    EXPECT_EQ(report.verdict, VerdictState::Wrong);
  }
  EXPECT_NE(finding_of(run_members(load, "16"), FindingKind::Divergence), nullptr);
}

}  // namespace
}  // namespace tcviz
