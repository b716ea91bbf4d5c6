// Copies that go on by themselves, and clusters: what is wrong is named with its line.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"
#include "tests/xray/mbarrier_body.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

TEST(AsyncCopies, ThatNobodyWaitsForAreNotThere) {
  const XrayReport report =
      run_changed("async_pipe", "mbarrier.test_wait.parity.shared.b64 p,", "setp.eq.u32 p, 0, 0; //", 1);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_NE(finding_of(report, FindingKind::Race), nullptr);
  EXPECT_EQ(finding_of(report, FindingKind::Race)->line, line_with("barrier_pipe.cu", "pair_at(const __half* at) {"));
}

TEST(AsyncCopies, WithoutNoincAreCountedBesides) {
  std::string text = replaced(entry_text("async_pipe"), ".noinc", "");
  const XrayReport report = run_case(kernel_case("async_pipe"), text);
  const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("32 arrivals are missing"));
}

TEST(TensorCopies, ThatNobodyWaitsForArePending) {
  const XrayReport report =
      run_changed("twice", "mbarrier.try_wait.parity.shared::cta.b64 p,", "setp.eq.u32 p, 0, 0; //");
  const XrayFinding* const found = finding_of(report, FindingKind::PendingCopy);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("before the copy that brings it has been waited for"));
  EXPECT_EQ(found->line, line_with("tensor_copy.cu", "element(in[stage]"));
  EXPECT_EQ(found->awaited, AwaitedBy::Phase);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(TensorCopies, OtherBytesThanExpectedAreADeadlockThatSaysSo) {
  for (const char* other : {"2048", "8192"}) {
    const XrayReport report = run_changed("twice", ", 4096;", std::string(", ") + other + ";");
    const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
    ASSERT_NE(found, nullptr) << other;
    EXPECT_THAT(found->text,
                HasSubstr(*other == '2' ? "an expect_tx of 2048 bytes more is missing" : "4096 bytes are missing"));
    EXPECT_NEAR(found->line, line_with("tensor_copy.cu", "AGAIN: mbarrier.try_wait"), 4);
  }
}

TEST(TensorCopies, ATileThatIsTakenAwayAndWrittenAgainIsARace) {
  const XrayReport report = run_changed("twice", "cp.async.bulk.wait_group.read 0;", "");
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("which a bulk copy to global memory uses"));
  EXPECT_EQ(found->line, line_with("tensor_copy.cu", "element(out, at * 2)"));
  const XrayReport last = run_changed("twice", "cp.async.bulk.wait_group.read 0;", "", 1);
  EXPECT_EQ(last.verdict, VerdictState::Unjudged);
  ASSERT_EQ(last.findings.size(), 1U);
  EXPECT_EQ(last.findings[0].weight, FindingWeight::Warning);
  EXPECT_THAT(last.findings[0].text, HasSubstr("wait_group.read is missing"));
}

TEST(TensorCopies, AStageThatIsFilledAgainTooSoonIsARace) {
  const XrayReport report = run_changed("twice", "bar.sync \t0;", "", 2);  // before the next copy
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(TensorCopies, FollowTheirMap) {
  KernelCase of = kernel_case("twice");
  of.expect.clear();
  of.arguments[0] = "tma(A=f16[m:100,k:200],box=64x32)";  // the kernel reads what was swizzled
  EXPECT_EQ(run_case(of, ptx_text(of)).verdict, VerdictState::Wrong);
  of.arguments[0] = "tma(A=f16[m:100,k:200],box=64x32,swizzle=64)";
  EXPECT_THAT(*run_case(of, ptx_text(of)).refused, HasSubstr("longer than the swizzle"));
  of.arguments[0] = "tma(A=f16[m:100,k:200],box=64x16,swizzle=128)";
  EXPECT_NE(finding_of(run_case(of, ptx_text(of)), FindingKind::Deadlock), nullptr) << "half of the bytes";
  of.arguments[0] = "tma(A=f16[b:2,m:100,k:200],box=64x32x1,swizzle=128)";
  EXPECT_THAT(finding_of(run_case(of, ptx_text(of)), FindingKind::Bounds)->text, HasSubstr("has 3 dimensions"));
  of.arguments[0] = "tma(A=f16[m:100,j:201],box=64x32,swizzle=128)";
  EXPECT_THAT(*run_case(of, ptx_text(of)).refused, HasSubstr("402 bytes apart"));
  of.arguments[0] = "tma(D,box=64x32,swizzle=128)";
  EXPECT_THAT(*run_case(of, ptx_text(of)).refused, HasSubstr("there is no array D"));
  of.arguments[0] = "64";
  EXPECT_THAT(finding_of(run_case(of, ptx_text(of)), FindingKind::Bounds)->text, HasSubstr("there is no tensor map"));
}

TEST(TensorCopies, GoUpToFiveDimensions) {
  const std::string body =
      ".version 8.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry f(.param .align 64 .b8 A[128], .param .align 64 .b8 C[128])\n{\n"
      ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 128 .b8 s[1024]; .shared .b64 bar[1];\n"
      "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 ret; mov.b64 %rd1, A; cvta.param.u64 %rd2, %rd1;"
      "mov.b64 %rd3, C; cvta.param.u64 %rd4, %rd3; mov.u32 %r2, s; mov.u32 %r3, bar; mov.u32 %r4, 1; mov.u32 %r5, 0;"
      "mbarrier.init.shared.b64 [%r3], 1; FENCE mbarrier.arrive.expect_tx.shared.b64 _, [%r3], BYTES;"
      "cp.async.bulk.tensor.Nd.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd2, {COORDS}], [%r3];"
      "L: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra L;"
      "cp.async.bulk.tensor.Nd.global.shared::cta.tile.bulk_group [%rd4, {COORDS}], [%r2];"
      "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;\n}\n";
  const std::array<const char*, 5> dims = {"a:8", "b:2,a:8", "c:3,b:2,a:8", "d:2,c:3,b:2,a:8", "e:2,d:2,c:3,b:2,a:8"};
  const std::array<const char*, 5> boxes = {"4", "4x2", "4x2x3", "4x2x3x1", "4x2x3x1x2"};
  const std::array<const char*, 5> coords = {"%r5", "%r5,%r5", "%r5,%r5,%r5", "%r5,%r5,%r5,%r4", "%r5,%r5,%r5,%r4,%r5"};
  const std::array<int, 5> elements = {4, 8, 24, 24, 48};
  for (std::size_t at = 0; at < 5; ++at) {
    KernelCase made;
    made.entry = "f";
    made.arguments = {"tma(A=f32[" + std::string(dims[at]) + "],box=" + boxes[at] + ")",
                      "tma(C=out f32[" + std::string(dims[at]) + "],box=" + boxes[at] + ")"};
    std::string text = body;
    for (int twice = 0; twice < 2; ++twice) {
      text = replaced(text, ".Nd.", "." + std::to_string(at + 1) + "d.");
      text = replaced(text, "COORDS", coords[at]);
    }
    text = replaced(text, "BYTES", std::to_string(4 * elements[at]));
    const XrayReport unknown =
        run_case(made, replaced(text, "FENCE", "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"));
    EXPECT_THAT(unknown.doubt, HasSubstr("without fence.mbarrier_init"));
    const char* const fence =
        at % 2 == 0 ? "fence.mbarrier_init.release.cluster;" : "barrier.cluster.arrive; barrier.cluster.wait;";
    const XrayReport report = run_case(made, replaced(text, "FENCE", fence));
    ASSERT_FALSE(report.refused) << *report.refused;
    ASSERT_TRUE(report.findings.empty()) << report.findings[0].text;
    EXPECT_EQ(report.outputs.at(0).written, elements[at]);
    for (const VerdictClass& one : report.outputs[0].classes)
      EXPECT_TRUE(one.state == VerdictState::Right || one.state == VerdictState::Incomplete) << one.text;
  }
}

TEST(TensorCopies, AreBounded) {
  KernelCase of = kernel_case("twice");
  of.arguments[0] = "tma(A=f16[m:256,k:256],box=64x256,swizzle=128)";
  of.arguments[1] = "tma(C=out f16[m:256,k:256],box=64x32)";
  EXPECT_THAT(finding_of(run_case(of, ptx_text(of)), FindingKind::Bounds)->text, HasSubstr("the box of a tensor copy"));
  const std::string body =
      "mbarrier.init.shared.b64 [%r2], 1; L: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%r2+16], [%rd1], BYTES, [%r2]; bra L;";
  EXPECT_THAT(finding_of(run_barriers(replaced(body, "BYTES", "4000000000"), "4"), FindingKind::Bounds)->text,
              HasSubstr("a bulk copy of 4000000000 bytes"));
  KernelCase endless;
  endless.entry = "f", endless.block = "1", endless.arguments = {"C=inout s32[m:4]"};
  const XrayReport report = run_case(endless, barrier_text(replaced(body, "BYTES", "16")), {200'000});
  ASSERT_NE(finding_of(report, FindingKind::Deadlock), nullptr);
  EXPECT_THAT(finding_of(report, FindingKind::Deadlock)->text, HasSubstr("which counts no more"));
  EXPECT_THAT(run_barriers("L: cp.async.bulk.commit_group; bra L;").reason, HasSubstr("that are not waited for"));
  EXPECT_THAT(run_barriers("L: wgmma.commit_group.sync.aligned; bra L;").reason, HasSubstr("that are not waited for"));
}

TEST(Clusters, AreOfOneBlock) {
  const std::string body =
      "mov.u32 %r3, %cluster_ctarank; mov.u32 %r4, %cluster_nctarank; mov.u32 %r5, RANK;"
      "mapa.shared::cluster.u32 %r6, %r2, %r5; @%p1 st.shared::cluster.u32 [%r6], 5; barrier.cluster.arrive.release;"
      "barrier.cluster.wait.acquire; setmaxnreg.inc.sync.aligned.u32 240; elect.sync %r8|%p3, -1;"
      "ld.shared.u32 %r7, [%r2]; add.u32 %r7, %r7, %r4; @%p3 add.u32 %r7, %r7, 100; st.global.u32 [%rd3], %r7; ret;";
  const XrayReport alone = run_barriers(replaced(body, "RANK", "0"));
  ASSERT_FALSE(alone.refused) << *alone.refused;
  EXPECT_TRUE(alone.findings.empty()) << alone.findings.at(0).text;
  EXPECT_EQ(alone.outputs.at(0).values.at(0), 106);
  EXPECT_EQ(alone.outputs.at(0).values.at(63), 6);
  EXPECT_NE(finding_of(run_barriers(replaced(body, "RANK", "1")), FindingKind::Bounds), nullptr);
  const XrayReport never = run_barriers("@%p1 bra E; barrier.cluster.arrive; E: barrier.cluster.wait; ret;");
  EXPECT_FALSE(never.refused) << *never.refused;
}

TEST(BulkCopies, WhatWasStoredWithoutAProxyFenceIsNotCalledRight) {
  const XrayReport report = run_changed("twice", "fence.proxy.async.shared::cta;", "");
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, testing::HasSubstr("which nothing promises without fence.proxy.async"));
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, testing::HasSubstr("a bulk copy to global memory reads byte"));
}

// The scopes of the fences that make an mbarrier known: any that reaches the cluster, or the async proxy.
TEST(BulkCopies, AnMbarrierWithoutAFenceIsNotCalledRight) {
  const std::string fence = "fence.mbarrier_init.release.cluster;", text = entry_text("twice");
  ASSERT_NE(text.find(fence), std::string::npos);
  const auto run = [&](const char* other) { return run_case(kernel_case("twice"), replaced(text, fence, other)); };
  for (const char* other : {"", "fence.proxy.async.global;", "membar.cta;", "fence.acq_rel.cta;"}) {
    const XrayReport report = run(other);
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << other;
    EXPECT_THAT(report.doubt, testing::HasSubstr("without fence.mbarrier_init or fence.proxy.async")) << other;
    const XrayFinding* const found = finding_of(report, FindingKind::Race);
    ASSERT_NE(found, nullptr) << other;
    EXPECT_EQ(found->weight, FindingWeight::Warning);
    EXPECT_THAT(found->text, testing::HasSubstr("a bulk copy completes on an mbarrier with no fence"));
    EXPECT_THAT(found->remedy,
                testing::HasSubstr("fence.mbarrier_init.release.cluster is missing after mbarrier.init"));
  }
  for (const char* other : {"fence.proxy.async;", "fence.proxy.async.shared::cta;", "fence.acq_rel.cluster;",
                            "fence.sc.sys;", "membar.gl;"})
    EXPECT_EQ(run(other).verdict, VerdictState::Right) << other;
}

}  // namespace
}  // namespace tcviz
