// Barriers in shared memory, copies and products that go on by themselves: what is wrong is named with its line.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

std::string replaced(std::string text, const std::string& from, const std::string& to, std::size_t number = 0) {
  std::size_t at = text.find(from);
  for (; number > 0 && at != std::string::npos; --number) at = text.find(from, at + 1);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The lines of the source of a kernel, and the one that has a text.
int line_with(const std::string& file, const std::string& text) {
  KernelCase source;
  source.file = file;
  std::istringstream lines(ptx_text(source));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (line.find(text) != std::string::npos) return number;
  ADD_FAILURE() << text << " is not in " << file;
  return 0;
}

const XrayFinding* finding_of(const XrayReport& report, FindingKind kind) {
  for (const XrayFinding& finding : report.findings)
    if (finding.kind == kind) return &finding;
  return nullptr;
}

// The text of one entry alone, so that a replacement meets no other.
std::string entry_text(const std::string& name) {
  const KernelCase& of = kernel_case(name);
  const std::string text = ptx_text(of);
  const std::size_t begin = text.find(".visible .entry " + of.entry + "(");
  const std::size_t end = std::min(text.find(".visible .entry", begin + 10), text.size());
  const std::size_t first = text.find(".visible .entry");
  std::string files;
  for (std::size_t at = text.find("\t.file"); at != std::string::npos; at = text.find("\t.file", at + 1))
    files += text.substr(at, text.find('\n', at) + 1 - at);
  return text.substr(0, first) + text.substr(begin, end - begin) + files;
}

XrayReport run_changed(const std::string& name, const std::string& from, const std::string& to,
                       std::size_t number = 0) {
  return run_case(kernel_case(name), replaced(entry_text(name), from, to, number));
}

std::string body_with(const std::string& body) {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry f(.param .u64 C)\n{\n"
         ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .f32 %f<9>; .reg .b64 %rd<20>; .shared .align 8 .b64 bar[4];\n"
         "mov.u32 %r1, %tid.x; mov.u32 %r2, bar; setp.eq.u32 %p1, %r1, 0; ld.param.u64 %rd1, [C];"
         "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n" +
         body + "\n}\n";
}

XrayReport run_body(const std::string& body, const std::string& block = "64") {
  KernelCase made;
  made.entry = "f", made.block = block, made.arguments = {"C=out s32[m:" + block + "]"};
  return run_case(made, body_with(body), {20'000});
}

constexpr const char* wait_loop = "L: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra L;";

TEST(MemoryBarriers, AnArrivalThatIsMissingIsADeadlock) {
  const XrayReport report = run_changed("plain_pipe", "mbarrier.arrive.shared.b64", "// ");
  const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("waits for the mbarrier at byte"));
  EXPECT_THAT(found->text, HasSubstr("arrivals are missing in phase 0"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(MemoryBarriers, AWaitThatIsMissingIsARace) {
  for (const std::size_t which : {0U, 1U}) {  // for the full stage, for the empty one
    const XrayReport report =
        run_changed("plain_pipe", "mbarrier.test_wait.parity.shared.b64 p,", "setp.eq.u32 p, 0, 0; //", which);
    const XrayFinding* const found = finding_of(report, FindingKind::Race);
    ASSERT_NE(found, nullptr) << which;
    EXPECT_EQ(report.verdict, VerdictState::Wrong);
    const char* const place = which == 0 ? "pair_at(const __half* at) {" : "&tiles.a[stage][row][col]) = ";
    EXPECT_NEAR(found->line, line_with("barrier_pipe.cu", place), 2) << found->text;
  }
}

TEST(MemoryBarriers, TheWrongPhaseIsNotRight) {
  const XrayReport report = run_changed("plain_pipe", "mbarrier.test_wait.parity.shared.b64 p, [%r",
                                        "mbarrier.test_wait.parity.shared.b64 p, [8+%r");
  EXPECT_NE(report.verdict, VerdictState::Right);
}

TEST(MemoryBarriers, UseWithoutInitIsNamed) {
  const XrayReport report = run_body("mbarrier.arrive.shared.b64 %rd4, [%r2]; ret;");
  const XrayFinding* const found = finding_of(report, FindingKind::Uninitialised);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("no mbarrier.init"));
}

TEST(MemoryBarriers, InitWithoutABarrierBehindItIsARace) {
  const std::string body =
      "@%p1 mbarrier.init.shared.b64 [%r2], 64; SYNC mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], "
      "%r1; ret;";
  EXPECT_NE(finding_of(run_body(replaced(body, "SYNC", "")), FindingKind::Race), nullptr);
  for (const char* sync : {"bar.sync 0;", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"}) {
    const XrayReport report = run_body(replaced(body, "SYNC", sync));
    EXPECT_TRUE(report.findings.empty()) << report.findings.at(0).text;
    EXPECT_FALSE(report.refused) << *report.refused;
  }
}

TEST(MemoryBarriers, MoreArrivalsThanWaitedForAreNamed) {
  const XrayReport report = run_body(
      "@%p1 mbarrier.init.shared.b64 [%r2], 40; @%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 16;"
      "bar.sync 0; mbarrier.arrive.shared.b64 %rd4, [%r2]; ret;");
  const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("waits for 0 more in this phase"));
}

TEST(MemoryBarriers, PhasesCountsAndBytesAreThoseOfTheManual) {
  // Pending count 2: of a state; a drop; bytes that are announced and come.
  const XrayReport report = run_body(
      "mbarrier.init.shared.b64 [%r2], 3; mbarrier.arrive.shared.b64 %rd4, [%r2];"
      "mbarrier.arrive_drop.shared.b64 %rd5, [%r2]; mbarrier.pending_count.b64 %r3, %rd5;"
      "mbarrier.arrive.expect_tx.shared.b64 %rd6, [%r2], 32;"
      "mbarrier.test_wait.shared.b64 %p2, [%r2], %rd6; selp.u32 %r4, 100, 0, %p2;"
      "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 32;"
      "mbarrier.test_wait.shared.b64 %p2, [%r2], %rd6; selp.u32 %r5, 10, 0, %p2;"
      "mbarrier.arrive.noComplete.shared.b64 %rd7, [%r2], 1; mbarrier.arrive.shared.b64 _, [%r2], 1;"
      "mbarrier.test_wait.parity.shared.b64 %p3, [%r2], 1; selp.u32 %r6, 1000, 0, %p3;"
      "mbarrier.inval.shared.b64 [%r2];"
      "add.u32 %r7, %r3, %r4; add.u32 %r7, %r7, %r5; add.u32 %r7, %r7, %r6; st.global.u32 [%rd3], %r7; ret;",
      "1");
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_TRUE(report.findings.empty()) << report.findings.at(0).text;
  EXPECT_EQ(report.outputs.at(0).values.at(0), 2 + 10 + 1000);
}

TEST(MemoryBarriers, LanesThatWaitLetTheOthersOfTheirWarpGoOn) {
  const XrayReport report =
      run_body("@%p1 mbarrier.init.shared.b64 [%r2], 31; bar.sync 0; @!%p1 bra A;" + std::string(wait_loop) +
                   "bra E; A: mbarrier.arrive.shared.b64 %rd4, [%r2]; E: st.global.u32 [%rd3], "
                   "%r1; ret;",
               "32");
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_TRUE(report.findings.empty()) << report.findings.at(0).text;
  EXPECT_TRUE(report.reason.empty()) << report.reason;
}

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
  EXPECT_THAT(found->text, HasSubstr("before the copy that brings it was waited for"));
  EXPECT_EQ(found->line, line_with("tensor_copy.cu", "element(in[stage]"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(TensorCopies, OtherBytesThanExpectedAreADeadlockThatSaysSo) {
  for (const char* other : {"2048", "8192"}) {
    const XrayReport report = run_changed("twice", ", 4096;", std::string(", ") + other + ";");
    const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
    ASSERT_NE(found, nullptr) << other;
    EXPECT_THAT(found->text, HasSubstr(*other == '2' ? "an expect_tx of 2048 bytes more" : "4096 bytes are missing"));
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
  EXPECT_EQ(last.verdict, VerdictState::Right);
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
      "mbarrier.init.shared.b64 [%r3], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r3], BYTES;"
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
    const XrayReport report = run_case(made, replaced(text, "BYTES", std::to_string(4 * elements[at])));
    ASSERT_FALSE(report.refused) << *report.refused;
    ASSERT_TRUE(report.findings.empty()) << report.findings[0].text;
    EXPECT_EQ(report.outputs.at(0).written, elements[at]);
    for (const VerdictClass& one : report.outputs[0].classes)
      EXPECT_TRUE(one.state == VerdictState::Right || one.state == VerdictState::Incomplete) << one.text;
  }
}

TEST(Warpgroups, ASumThatIsUsedBeforeItWasWaitedForIsPending) {
  const XrayReport report = run_changed("pipeline", "wgmma.wait_group.sync.aligned 0;", "");
  const XrayFinding* const found = finding_of(report, FindingKind::PendingCopy);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("before the wgmma that writes it was waited for by wgmma.wait_group"));
  EXPECT_EQ(found->line, line_with("warpgroup.cu", "out[row * width + col] = d[i]"));
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
}

TEST(Warpgroups, AStageThatIsGivenBackWhileItIsReadIsARace) {
  std::string text = entry_text("pipeline");
  while (text.find("wait_group.sync.aligned 1;") != std::string::npos)
    text = replaced(text, "wait_group.sync.aligned 1;", "wait_group.sync.aligned 2;");
  const XrayReport report = run_case(kernel_case("pipeline"), text);
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("which a wgmma of warps 0 and on uses"));
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

TEST(Clusters, AreOfOneBlock) {
  const std::string body =
      "mov.u32 %r3, %cluster_ctarank; mov.u32 %r4, %cluster_nctarank; mov.u32 %r5, RANK;"
      "mapa.shared::cluster.u32 %r6, %r2, %r5; @%p1 st.shared::cluster.u32 [%r6], 5; barrier.cluster.arrive.release;"
      "barrier.cluster.wait.acquire; setmaxnreg.inc.sync.aligned.u32 240; elect.sync %r8|%p3, -1;"
      "ld.shared.u32 %r7, [%r2]; add.u32 %r7, %r7, %r4; @%p3 add.u32 %r7, %r7, 100; st.global.u32 [%rd3], %r7; ret;";
  const XrayReport alone = run_body(replaced(body, "RANK", "0"));
  ASSERT_FALSE(alone.refused) << *alone.refused;
  EXPECT_TRUE(alone.findings.empty()) << alone.findings.at(0).text;
  EXPECT_EQ(alone.outputs.at(0).values.at(0), 106);
  EXPECT_EQ(alone.outputs.at(0).values.at(63), 6);
  EXPECT_NE(finding_of(run_body(replaced(body, "RANK", "1")), FindingKind::Bounds), nullptr);
  const XrayReport never = run_body("@%p1 bra E; barrier.cluster.arrive; E: barrier.cluster.wait; ret;");
  EXPECT_FALSE(never.refused) << *never.refused;
}

}  // namespace
}  // namespace tcviz
