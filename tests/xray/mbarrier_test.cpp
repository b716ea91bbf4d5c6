// Barriers in shared memory: what is wrong, and what another order of lanes would make wrong, is named.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"
#include "tests/xray/mbarrier_body.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

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
  const XrayReport report = run_barriers("mbarrier.arrive.shared.b64 %rd4, [%r2]; ret;");
  const XrayFinding* const found = finding_of(report, FindingKind::Uninitialised);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("no mbarrier.init"));
}

TEST(MemoryBarriers, InitWithoutABarrierBehindItIsARace) {
  const std::string body =
      "@%p1 mbarrier.init.shared.b64 [%r2], 64; SYNC mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], "
      "%r1; ret;";
  EXPECT_NE(finding_of(run_barriers(replaced(body, "SYNC", "")), FindingKind::Race), nullptr);
  for (const char* sync : {"bar.sync 0;", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"}) {
    const XrayReport report = run_barriers(replaced(body, "SYNC", sync));
    EXPECT_TRUE(report.findings.empty()) << report.findings.at(0).text;
    EXPECT_FALSE(report.refused) << *report.refused;
  }
}

// The lanes of a warp store, arrive and wait; those of the other warp read what one of them has waited for.
TEST(MemoryBarriers, AWaitOfOneLaneIsNoneOfTheOthers) {
  const std::string body =
      ".shared .b32 data[64]; mov.u32 %r5, data; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6; setp.ge.u32 %p3, %r1, 32;"
      "@%p1 mbarrier.init.shared.b64 [%r2], 32; bar.sync 0; @!%p3 bra READ;"
      "st.shared.b32 [%r7], %r1; mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r1; ret;"
      "READ: setp.ne.u32 %p4, %r1, 0; WHO LOOP BEHIND: SYNC ld.shared.b32 %r8, [%r7+128]; st.global.u32 [%rd3], %r8; "
      "ret;";
  const auto run = [&](const std::string& who, const std::string& sync) {
    return run_barriers(replaced(replaced(replaced(body, "WHO", who), "LOOP", wait_loop), "SYNC", sync));
  };
  EXPECT_THAT(run("@%p4 bra BEHIND;", "").doubt, HasSubstr("only other lanes of its warp have waited"));
  EXPECT_EQ(run("@%p4 bra BEHIND;", "bar.warp.sync -1;").doubt, "");
  EXPECT_EQ(run("", "").doubt, "");
}

TEST(MemoryBarriers, InitByAnotherLaneNeedsASync) {
  const std::string body =
      "@%p1 mbarrier.init.shared.b64 [%r2], 32; SYNC mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], "
      "%r1; ret;";
  const XrayReport report = run_barriers(replaced(body, "SYNC", ""), "32");
  EXPECT_THAT(report.doubt, HasSubstr("another lane of its warp has initialised"));
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->lane, 1);
  EXPECT_EQ(found->opcode, "mbarrier.arrive.shared.b64");
  EXPECT_EQ(run_barriers(replaced(body, "SYNC", "bar.warp.sync -1;"), "32").doubt, "");
}

// Two warps arrive, and the third reads what they have stored; an arrival too many may take the place of any other.
TEST(MemoryBarriers, ACountBelowTheArrivalsIsADoubt) {
  const std::string body =
      ".shared .b32 data[96]; mov.u32 %r5, data; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6; setp.ge.u32 %p3, %r1, 64;"
      "@%p1 mbarrier.init.shared.b64 [%r2], COUNT; bar.sync 0; @%p3 bra READ;"
      "st.shared.b32 [%r7], %r1; mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r1; ret;"
      "READ: LOOP ld.shared.b32 %r8, [%r7+-256]; ld.shared.b32 %r9, [%r7+-128]; add.u32 %r8, %r8, %r9; "
      "st.global.u32 [%rd3], %r8; ret;";
  for (int count = 33; count <= 64; ++count) {
    const std::string text = replaced(replaced(body, "COUNT", std::to_string(count)), "LOOP", wait_loop);
    const std::string wanted = count == 64 ? "" : "without a wait for the phase before";
    EXPECT_THAT(run_barriers(text, "96").doubt, HasSubstr(wanted)) << count;
    EXPECT_EQ(run_barriers(text, "96").doubt.empty(), count == 64) << count;
  }
}

// A lane arrives once all lanes of its warp have stored: only a __syncwarp makes their stores part of the arrival.
TEST(MemoryBarriers, AnArrivalForOthersNeedsASync) {
  const std::string body =
      ".shared .b32 data[64]; mov.u32 %r5, data; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6; setp.ge.u32 %p3, %r1, 32;"
      "setp.eq.u32 %p4, %r1, LANE; @%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0; @%p3 bra READ; STORE "
      "SYNC @%p4 mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r1; ret;"
      "READ: LOOP ld.shared.b32 %r8, [%r7+-128]; st.global.u32 [%rd3], %r8; ret;";
  const auto doubt = [&](const std::string& lane, const std::string& store, const std::string& sync) {
    const std::string text = replaced(replaced(replaced(body, "LANE", lane), "STORE", store), "SYNC", sync);
    return run_barriers(replaced(text, "LOOP", wait_loop)).doubt;
  };
  const std::string by_all = "st.shared.b32 [%r7], %r1;",
                    before_read = "st.shared.b32 [%r7], %r1; ld.shared.b32 %r9, [%r7];";
  for (const char* lane : {"0", "7", "31"})
    for (const std::string& store : {by_all, before_read}) {
      EXPECT_THAT(doubt(lane, store, ""), HasSubstr("only lanes that did not store it have arrived")) << lane;
      EXPECT_EQ(doubt(lane, store, "bar.warp.sync -1;"), "") << lane;
    }
}

// All lanes of a warp read, some arrive, and the other warp stores anew.
TEST(MemoryBarriers, AnArrivalFreesWhatItsLanesHaveRead) {
  const std::string body =
      ".shared .b32 data[64]; mov.u32 %r5, data; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6; setp.ge.u32 %p3, %r1, 32;"
      "@%p1 mbarrier.init.shared.b64 [%r2], COUNT; @!%p3 st.shared.b32 [%r7], %r1; bar.sync 0; @%p3 bra READ;"
      "LOOP st.shared.b32 [%r7], %r2; st.global.u32 [%rd3], %r1; ret;"
      "READ: ld.shared.b32 %r8, [%r7+-128]; SYNC WHO mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r8;"
      "ret;";
  const auto doubt = [&](const std::string& count, const std::string& who, const std::string& sync) {
    const std::string text = replaced(replaced(replaced(body, "COUNT", count), "WHO", who), "SYNC", sync);
    return run_barriers(replaced(text, "LOOP", wait_loop)).doubt;
  };
  const std::string even = "and.b32 %r9, %r1, 1; setp.eq.u32 %p4, %r9, 0; @%p4", one = "setp.eq.u32 %p4, %r1, 40; @%p4";
  EXPECT_EQ(doubt("32", "", ""), "");
  EXPECT_THAT(doubt("16", even, ""), HasSubstr("only lanes that did not read it"));
  EXPECT_THAT(doubt("1", one, ""), HasSubstr("only lanes that did not read it"));
  EXPECT_EQ(doubt("16", even, "bar.warp.sync -1;"), "");
  EXPECT_EQ(doubt("1", one, "bar.warp.sync -1;"), "");
}

// What PTX leaves open: an mbarrier that is initialised twice, or whose bytes are data, until mbarrier.inval.
TEST(MemoryBarriers, EndWithInval) {
  const std::string init = "@%p1 mbarrier.init.shared.b64 [%r2], 64; bar.sync 0;",
                    inval = "@%p1 mbarrier.inval.shared.b64 [%r2]; bar.sync 0;",
                    end = "st.global.u32 [%rd3], %r1; ret;";
  const XrayReport again = run_barriers(init + init + end);
  EXPECT_THAT(again.doubt, HasSubstr("initialises it again"));
  ASSERT_NE(finding_of(again, FindingKind::Race), nullptr);
  EXPECT_EQ(finding_of(again, FindingKind::Race)->opcode, "mbarrier.init.shared.b64");
  EXPECT_EQ(run_barriers(init + inval + init + end).doubt, "");
  for (const char* access :
       {"@%p1 st.shared.u32 [%r2], %r1; bar.sync 0;", "@%p1 st.shared.u8 [%r2+7], %r1; bar.sync 0;",
        "@%p1 ld.shared.u32 %r3, [%r2+4];", "@%p1 atom.shared.add.u32 %r3, [%r2], 1;"}) {
    EXPECT_THAT(run_barriers(init + access + end).doubt, HasSubstr("as data")) << access;
    EXPECT_EQ(run_barriers(init + replaced(access, "[%r2", "[%r2+8") + end).doubt, "") << access;
  }
  EXPECT_EQ(run_barriers(init + inval + "@%p1 st.shared.u32 [%r2], %r1; bar.sync 0;" + end).doubt, "");
}

TEST(MemoryBarriers, MoreArrivalsThanWaitedForAreNamed) {
  const XrayReport report = run_barriers(
      "@%p1 mbarrier.init.shared.b64 [%r2], 40; @%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 16;"
      "bar.sync 0; mbarrier.arrive.shared.b64 %rd4, [%r2]; ret;");
  const XrayFinding* const found = finding_of(report, FindingKind::Deadlock);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("waits for 0 more in this phase"));
}

// 64 threads arrive where 32 are counted, and nobody waits in between: two phases go by.
TEST(MemoryBarriers, PhasesThatNobodyWaitedForAreWarnedOf) {
  const std::string body =
      "@%p1 mbarrier.init.shared.b64 [%r2], COUNT; bar.sync 0; mbarrier.arrive.shared.b64 %rd4, [%r2]; bar.sync 0;" +
      std::string(wait_loop) + " st.global.u32 [%rd3], %r1; ret;";
  const XrayReport right = run_barriers(replaced(body, "COUNT", "64"));
  EXPECT_TRUE(right.findings.empty()) << right.findings.at(0).text;
  const XrayReport report = run_barriers(replaced(body, "COUNT", "32"));
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].weight, FindingWeight::Warning);
  EXPECT_THAT(report.findings[0].text, HasSubstr("mbarrier of 32 arrivals without a wait for phase 0"));
  EXPECT_THAT(run_barriers(replaced(body, "COUNT", "1")).findings.at(0).text,
              HasSubstr("mbarrier of 1 arrival without"));
  EXPECT_NE(finding_of(report, FindingKind::Deadlock), nullptr) << "phase 2 never ends";
  // One lane alone, whose arrivals have an order.
  const XrayReport twice = run_barriers(
      "@%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0; @%p1 mbarrier.arrive.shared.b64 %rd4, [%r2];"
      "@%p1 mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r1; ret;");
  ASSERT_EQ(twice.findings.size(), 1U);
  EXPECT_THAT(twice.findings[0].text,
              HasSubstr("phase 1 of an mbarrier is complete before anybody waited for phase 0"));
  // More at once than the phase waits for.
  const XrayReport more = run_barriers(
      "@%p1 mbarrier.init.shared.b64 [%r2], 2; bar.sync 0; @%p1 mbarrier.arrive.shared.b64 %rd4, [%r2], 3; ret;");
  ASSERT_NE(finding_of(more, FindingKind::Deadlock), nullptr);
  EXPECT_THAT(finding_of(more, FindingKind::Deadlock)->text,
              HasSubstr("arrives 3 times at an mbarrier that waits for 2"));
  EXPECT_EQ(more.verdict, VerdictState::Wrong);
}

TEST(MemoryBarriers, PhasesCountsAndBytesAreThoseOfTheManual) {
  // Pending count 2: of a state; a drop; bytes that are announced and come.
  const XrayReport report = run_barriers(
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
      run_barriers("@%p1 mbarrier.init.shared.b64 [%r2], 31; bar.sync 0; @!%p1 bra A;" + std::string(wait_loop) +
                       "bra E; A: mbarrier.arrive.shared.b64 %rd4, [%r2]; E: st.global.u32 [%rd3], "
                       "%r1; ret;",
                   "32");
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_TRUE(report.findings.empty()) << report.findings.at(0).text;
  EXPECT_TRUE(report.reason.empty()) << report.reason;
}

}  // namespace
}  // namespace tcviz
