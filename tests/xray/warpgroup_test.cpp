// Products of warpgroups: what is wrong is named with its line.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

TEST(Warpgroups, ASumThatIsUsedBeforeItWasWaitedForIsPending) {
  const XrayReport report = run_changed("pipeline", "wgmma.wait_group.sync.aligned 0;", "");
  const XrayFinding* const found = finding_of(report, FindingKind::PendingCopy);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("before the wgmma that writes it was waited for by wgmma.wait_group"));
  EXPECT_EQ(found->awaited, AwaitedBy::Products);
  EXPECT_EQ(found->line, line_with("warpgroup.cu", "out[row * width + col] = d[i]"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

// Compilers do so; the sum is still not there.
TEST(Warpgroups, ASumMayBeCalledOtherwiseBeforeItWasWaitedFor) {
  std::string text = entry_text("wgmma_bf16");
  const std::size_t product = text.find("m64n16k16.f32.bf16.bf16 {") + 25;
  const std::string first = text.substr(product, text.find(',', product) - product);
  const std::string moved = "mov.b32 {h0, h1}, " + first + ";\n";
  text = replaced(text, ".reg .f32", ".reg .b16 h0; .reg .b16 h1; .reg .b32 both;\n.reg .f32");
  text = replaced(text, "wgmma.wait_group", moved + "wgmma.wait_group");
  EXPECT_EQ(run_case(kernel_case("wgmma_bf16"), text).verdict, VerdictState::Right);
  const XrayReport used = run_case(kernel_case("wgmma_bf16"),
                                   replaced(text, moved, moved + "mov.b32 both, {h0, h1}; not.b32 both, both;\n"));
  ASSERT_NE(finding_of(used, FindingKind::PendingCopy), nullptr);
}

TEST(Warpgroups, AStageThatIsGivenBackWhileItIsReadIsARace) {
  std::string text = entry_text("pipeline");
  while (text.find("wait_group.sync.aligned 1;") != std::string::npos)
    text = replaced(text, "wait_group.sync.aligned 1;", "wait_group.sync.aligned 2;");
  const XrayReport report = run_case(kernel_case("pipeline"), text);
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("which a wgmma of warps 0 and on reads at line"));
  EXPECT_EQ(found->awaited, AwaitedBy::Products);
  EXPECT_NEAR(found->line, line_with("warpgroup.cu", "cp.async.bulk.tensor.2d"), 4);
}

TEST(Warpgroups, ATileThatNobodyWaitedForIsPending) {
  std::string text = entry_text("pipeline");
  const std::size_t begin = text.find("wgmma.fence");  // the wait of those who multiply stands before it
  const std::size_t wait = text.rfind("mbarrier.try_wait.parity.shared::cta.b64 p,", begin);
  const XrayReport report = run_case(kernel_case("pipeline"), text.replace(wait, 43, "setp.eq.u32 p, 0, 0; //"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_FALSE(report.findings.empty());
  const XrayFinding* const found = finding_of(report, FindingKind::PendingCopy);
  ASSERT_NE(found, nullptr);
  EXPECT_NEAR(found->line, line_with("warpgroup.cu", "m64n64k16.f32.f16.f16 {"), 30);
}

TEST(Warpgroups, AWrongMajorIsAWrongProduct) {
  const XrayReport report = run_changed("from_registers", "p, 1, 1, 1; }", "p, 1, 1, 0; }");
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_GT(report.findings[0].line, line_with("warpgroup.cu", "from_registers("));
}

TEST(Warpgroups, ASumThatNothingWasWrittenToIsUninitialised) {
  const XrayReport report = run_changed("pipeline", "setp.ne.b32 p,", "setp.eq.b32 p, 0, 0; //");
  EXPECT_NE(finding_of(report, FindingKind::Uninitialised), nullptr);
  EXPECT_NE(report.verdict, VerdictState::Right);
}

TEST(Warpgroups, AreFourWholeWarps) {
  KernelCase of = kernel_case("wgmma_bf16");
  for (const char* block : {"96", "112"}) {
    of.block = block;
    const XrayReport report = run_case(of, ptx_text(of));
    const XrayFinding* const found = finding_of(report, FindingKind::Divergence);
    ASSERT_NE(found, nullptr) << block;
    EXPECT_GT(found->line, 0);
    EXPECT_EQ(report.verdict, VerdictState::Wrong);
  }
}

TEST(Warpgroups, BeginBehindAFence) {
  const XrayReport report = run_changed("wgmma_bf16", "wgmma.fence.sync.aligned;", "");
  ASSERT_NE(finding_of(report, FindingKind::PendingCopy), nullptr);
  EXPECT_THAT(finding_of(report, FindingKind::PendingCopy)->text, HasSubstr("no wgmma.fence before it"));
  EXPECT_EQ(finding_of(report, FindingKind::PendingCopy)->awaited, AwaitedBy::Fence);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(Warpgroups, AnOperandThatIsStillWrittenIsARace) {
  const XrayReport report = run_changed("wgmma_bf16", "bar.sync \t0;", "");
  EXPECT_NE(finding_of(report, FindingKind::Race), nullptr);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(Warpgroups, RefuseWhatNoRowKnows) {
  for (const auto& [from, to] :
       {std::pair{"m64n16k16.f32", "m64n20k16.f32"}, std::pair{"mma_async.", "mma_async.sp."},
        std::pair{"p, -1, -1, 0, 0;", "p, 2, -1, 0, 0;"}, std::pair{"f32.bf16.bf16", "f32.bf16.f16"}}) {
    const XrayReport report = run_changed("wgmma_bf16", from, to);
    ASSERT_TRUE(report.refused) << to;
    EXPECT_THAT(*report.refused, HasSubstr("wgmma.mma_async")) << to;
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << to;
  }
}

// Both factors of a product were brought by tensor copies.
TEST(Warpgroups, APathLeadsThroughTheTensorCopies) {
  const XrayReport report = run_case(kernel_case("pipeline"), ptx_text(kernel_case("pipeline")), {.path = "C[70,9]"});
  ASSERT_FALSE(report.path.empty());
  EXPECT_THAT(report.path.front().to, testing::EndsWith(" of C"));
  for (const auto& [part, array] :
       {std::pair{PathHop::Part::Left, " of A"}, std::pair{PathHop::Part::Right, " of B"}}) {
    const PathHop* last = nullptr;
    for (const PathHop& hop : report.path)
      if (hop.part == part) last = &hop;
    ASSERT_NE(last, nullptr);
    EXPECT_THAT(last->from, HasSubstr(array));
    EXPECT_THAT(last->opcode, testing::StartsWith("cp.async.bulk.tensor.2d"));
  }
}

TEST(Warpgroups, AreOneEvent) {
  const XrayReport report = run_case(kernel_case("wgmma_bf16"), ptx_text(kernel_case("wgmma_bf16")));
  ASSERT_EQ(report.events.size(), 3U);  // k 0, 16 and 32
  EXPECT_EQ(report.events[0].warp, 0);
  const XrayReport again = run_case(kernel_case("wgmma_bf16"), ptx_text(kernel_case("wgmma_bf16")),
                                    {.snapshot_step = report.events[1].step});
  ASSERT_TRUE(again.snapshot);
  EXPECT_EQ(again.snapshot->b.cells.at(0).text, "16,0");
  EXPECT_EQ(again.snapshot->b.cells.at(0).lane, -1);
  EXPECT_EQ(again.snapshot->sum.cells.at(0).lane, 0);
}

// What threads store is not what a wgmma reads, unless a fence stands between: on either side of the barrier.
TEST(Warpgroups, WhatWasStoredWithoutAProxyFenceIsNotCalledRight) {
  const std::string fence = "fence.proxy.async;", text = entry_text("wgmma_bf16"), without = replaced(text, fence, "");
  const auto run = [](const std::string& changed) { return run_case(kernel_case("wgmma_bf16"), changed); };
  for (const std::string& changed : {without, replaced(text, fence, "fence.proxy.async.global;")}) {
    const XrayReport report = run(changed);
    EXPECT_EQ(report.verdict, VerdictState::Unjudged);
    EXPECT_THAT(report.doubt, HasSubstr("which nothing promises without fence.proxy.async"));
    const XrayFinding* const found = finding_of(report, FindingKind::Race);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->weight, FindingWeight::Warning);
    EXPECT_EQ(found->awaited, AwaitedBy::ProxyFence);
    EXPECT_THAT(found->text, HasSubstr("which a thread has stored with no fence.proxy.async since"));
  }
  for (const char* const other : {"fence.proxy.async; ", "fence.proxy.async.shared::cta; "})
    EXPECT_EQ(run(replaced(without, "wgmma.fence", other + std::string("wgmma.fence"))).verdict, VerdictState::Right);
}

}  // namespace
}  // namespace tcviz
