// Copies in flight: what they write and what they read belongs to them until somebody has waited.
#include <gmock/gmock.h>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// Each lane has the address of its element of s in %r5, and that of W in %rd5.
XrayReport run_copies(const std::string& body) {
  return run_body(
      "mov.u32 %r5, s; shl.b32 %r6, %r1, 2; add.u32 %r5, %r5, %r6; ld.param.u64 %rd5, [P0];"
      "add.s64 %rd5, %rd5, %rd3; xor.b32 %r7, %r5, 4; mov.u32 %r4, 0; setp.eq.u32 %p1, %r1, 0;" +
          body,
      {"1", "32", "", {"W=f32[m:32]*0"}, {"C = A"}});
}

void expect_race(const std::string& body, const std::string& text) {
  const XrayReport report = run_copies(body);
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.verdict, VerdictState::Wrong) << body;
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr) << body;
  EXPECT_THAT(found->text, HasSubstr(text)) << body;
}

void expect_right(const std::string& body) {
  const XrayReport report = run_copies(body);
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.verdict, VerdictState::Right) << body << report.doubt;
  EXPECT_TRUE(report.findings.empty()) << body << report.findings.at(0).text;
}

const std::string copy = "cp.async.ca.shared.global [%r5], [%rd1], 4;",
                  zeros = "cp.async.ca.shared.global [%r5], [%rd1], 4, %r4;",
                  copy_w = "cp.async.ca.shared.global [%r5], [%rd5], 4;", commit = "cp.async.commit_group;",
                  wait = "cp.async.commit_group; cp.async.wait_group 0; bar.warp.sync -1;",
                  take = "ld.shared.f32 %f2, [%r5];" + stores, as_it_was = "mov.f32 %f2, %f1;" + stores;

TEST(CopiesInFlight, StoresToWhatTheyWriteAreRaces) {
  for (const char* store : {"st.shared.f32 [%r5], 0f40E00000;", "st.shared.f32 [%r7], 0f40E00000;",
                            "atom.shared.exch.b32 %r8, [%r5], 7;", "@%p1 st.shared.u8 [%r7+3], 1;"}) {
    expect_race(copy + store + wait + take, "to which a copy is on its way");
    expect_race(copy + commit + "bar.sync 0;" + store + wait + take, "to which a copy is on its way");
    expect_race(copy + commit + copy + "cp.async.commit_group; cp.async.wait_group 1;" + store + wait + take,
                "to which a copy is on its way");
    expect_right(store + ("bar.warp.sync -1;" + copy) + wait + take);
  }
  expect_right(copy + wait + "st.shared.f32 [%r5], %f1;" + take);
  expect_right(copy + "st.shared.f32 [%r5], %f1;" + wait + take);
}

TEST(CopiesInFlight, TwoToTheSameBytesAreARace) {
  for (const std::string& between : {std::string(), commit})
    expect_race(zeros + between + copy + wait + take, "to which another one is on its way");
  expect_race("cp.async.ca.shared.global [%r7], [%rd1], 4;" + copy + wait + take, "to which another one");
  expect_right(copy + copy + wait + take);
  expect_right(zeros + wait + copy + wait + take);
}

TEST(CopiesInFlight, StoresToWhatTheyReadAreRaces) {
  const std::string store = "st.global.f32 [%rd5], %f1;";
  expect_race(copy_w + store + wait + as_it_was, "which a copy reads");
  expect_race(copy_w + commit + "bar.sync 0;" + store + wait + as_it_was, "which a copy reads");
  expect_race(copy_w + "@%p1 atom.global.exch.b32 %r8, [%rd5+4], 7;" + wait + as_it_was, "which a copy reads");
  expect_right(copy_w + wait + store + as_it_was);
  expect_right("cp.async.ca.shared.global [%r5], [%rd5], 4, %r4;" + store + wait + as_it_was);
}

// Brings W to s.
const std::string bulk =
    ".shared .align 8 .b64 bar[1]; mov.u32 %r8, bar; @%p1 mbarrier.init.shared.b64 [%r8], 1;"
    "fence.mbarrier_init.release.cluster; bar.sync 0; @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd8, [%r8], 128;"
    "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd5], 128, [%r8];";
const std::string wait_bulk = "L: mbarrier.try_wait.parity.shared.b64 %p2, [%r8], 0; @!%p2 bra L; bar.warp.sync -1;";

TEST(BulkCopiesInFlight, ToSharedMemoryOwnBothSides) {
  for (const char* who : {"@%p1", "@!%p1"}) {
    const std::string in_w = std::string(who) + " st.global.f32 [%rd5], %f1;",
                      in_s = std::string(who) + " st.shared.f32 [%r5], %f1;";
    expect_race(bulk + in_w + wait_bulk + as_it_was, "which a copy reads");
    expect_race(bulk + in_s + wait_bulk + as_it_was, "to which a copy is on its way");
    expect_race(bulk + (who + (" " + copy)) + wait + wait_bulk + as_it_was, "another one is on its way");
    expect_right(bulk + wait_bulk + in_w + in_s + as_it_was);
  }
}

TEST(BulkCopiesInFlight, ThatNobodyAnnouncedMayComeTooLate) {
  const std::string silent = replaced(bulk, ".expect_tx.shared.b64 %rd8, [%r8], 128;", ".shared.b64 %rd8, [%r8];");
  EXPECT_EQ(run_copies(silent + wait_bulk + "ld.shared.f32 %f3, [%r5]; add.f32 %f2, %f1, %f3;" + stores).verdict,
            VerdictState::Wrong);
}

TEST(BulkCopiesInFlight, ToGlobalMemoryOwnBothSides) {
  const std::string out =
                        "st.shared.f32 [%r5], %f1; fence.proxy.async.shared::cta; bar.sync 0;"
                        "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r5], 128;"
                        "@%p1 cp.async.bulk.commit_group;",
                    wait_read = "@%p1 cp.async.bulk.wait_group.read 0;", wait_all = "@%p1 cp.async.bulk.wait_group 0;",
                    in_s = "st.shared.f32 [%r5], 0f00000000;", in_c = "@%p1 st.global.f32 [%rd2], 0f40E00000;",
                    of_c = "@%p1 ld.global.f32 %f3, [%rd2];", sync = "bar.warp.sync -1;";
  expect_race(out + in_s + wait_all, "which a bulk copy to global memory uses");
  expect_race(out + in_c + wait_all, "which a bulk copy writes");
  expect_race(out + wait_read + of_c + wait_all, "which a bulk copy writes");
  expect_right(out + wait_read + sync + in_s);
  expect_right(out + wait_all + of_c + "@%p1 st.global.f32 [%rd2], %f3;");
  for (const std::string& one : {wait_read, wait_all}) {
    const XrayReport report = run_copies(out + one + in_s);
    EXPECT_EQ(report.verdict, VerdictState::Unjudged);
    EXPECT_THAT(report.doubt, HasSubstr("only other lanes of its warp have waited for those that read it"));
  }
}

// The first warp copies for the second one.
XrayReport run_arrivals(const std::string& count, const std::string& arrivals) {
  return run_body(
      ".shared .align 8 .b64 bar[1]; mov.u32 %r8, bar; mov.u32 %r5, s; shl.b32 %r6, %r1, 2;"
      "add.u32 %r5, %r5, %r6; setp.eq.u32 %p1, %r1, 0; setp.ge.u32 %p3, %r1, 32;"
      "@%p1 mbarrier.init.shared.b64 [%r8], " +
          count + "; bar.sync 0; @%p3 bra R; cp.async.ca.shared.global [%r5], [%rd1+128], 4;" + arrivals +
          "mov.f32 %f2, %f1; bra E; R: L: mbarrier.try_wait.parity.shared.b64 %p2, [%r8], 0; @!%p2 bra L;"
          "ld.shared.f32 %f2, [%r5+-128]; E:" +
          stores,
      {"1", "64"});
}

// The second warp stores to what the first one copies and waits for.
TEST(CopiesInFlight, AStoreByAnotherWarpNeedsABarrierBehindTheWait) {
  const auto run = [](const std::string& started, const std::string& waited) {
    return run_body(
        "mov.u32 %r5, s; shl.b32 %r6, %r1, 2; add.u32 %r5, %r5, %r6; ld.param.u64 %rd5, [P0];"
        "add.s64 %rd5, %rd5, %rd3; setp.ge.u32 %p3, %r1, 32; mov.f32 %f2, %f1;"
        "@!%p3 cp.async.ca.shared.global [%r5], [%rd5], 4;" +
            started + "@!%p3 cp.async.wait_all;" + waited + "@%p3 st.global.f32 [%rd5+-128], %f1;" + stores,
        {"1", "64", "", {"W=f32[m:64]*0"}, {"C = A"}});
  };
  EXPECT_EQ(run("", "bar.sync 0;").verdict, VerdictState::Right);
  EXPECT_EQ(run("", "bar.sync 1, 64;").verdict, VerdictState::Right);
  EXPECT_EQ(run("bar.sync 0;", "").verdict, VerdictState::Wrong) << "the copy is in flight";
  const XrayReport report = run("", "");
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings.front().kind, FindingKind::Race);
}

// PTX ISA 9.0, "cp.async.mbarrier.arrive": without .noinc the pending count is incremented first.
TEST(ArrivalsOfCopies, CountAsTheManualHasThem) {
  const std::string counted = "cp.async.mbarrier.arrive.noinc.shared.b64 [%r8];",
                    besides = "cp.async.mbarrier.arrive.shared.b64 [%r8];",
                    plain = "mbarrier.arrive.shared.b64 %rd8, [%r8];";
  EXPECT_EQ(run_arrivals("32", counted).verdict, VerdictState::Right);
  EXPECT_EQ(run_arrivals("64", counted + plain).verdict, VerdictState::Right);
  EXPECT_EQ(run_arrivals("33", counted + "@%p1 " + plain).verdict, VerdictState::Right);
  EXPECT_EQ(run_arrivals("32", besides + plain).verdict, VerdictState::Right);
  EXPECT_EQ(run_arrivals("32", plain + besides).verdict, VerdictState::Wrong) << "the phase is over by then";
  EXPECT_EQ(run_arrivals("32", besides).verdict, VerdictState::Wrong) << "a deadlock";
  EXPECT_EQ(run_arrivals("64", besides + plain).verdict, VerdictState::Wrong) << "a deadlock";
  for (const std::string& more : {plain, "@%p1 " + plain}) {
    const XrayReport report = run_arrivals("32", counted + more);
    EXPECT_NE(report.verdict, VerdictState::Right) << more;
    EXPECT_THAT(report.doubt, HasSubstr("may end before the copies")) << more;
  }
  EXPECT_NE(run_arrivals("16", counted).verdict, VerdictState::Right);
}

}  // namespace
}  // namespace tcviz
