// Accesses that nothing orders: atomic ones of lanes and plain ones behind them, sums without atomics, waits that give
// up. Each with neighbours that are in order, and right.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/mbarrier_body.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// Every lane changes its place by an atomic access, and takes that of its neighbour to the neighbour's element.
std::string exchange(const std::string& atomic, const std::string& sync, const std::string& load,
                     const std::string& partner = "1") {
  return "mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5; st.shared.u32 [%r4], 0; bar.warp.sync -1;" +
         atomic + sync + "xor.b32 %r6, %r1, " + partner +
         "; mov.u32 %r7, s; shl.b32 %r5, %r6, 2; add.u32 %r7, %r7, %r5; ld.param.u64 %rd2, [C]; mul.wide.u32 %rd5, "
         "%r6, 4; add.s64 %rd2, %rd2, %rd5;" +
         load + stores;
}

TEST(LanesOfAWarp, ReadWhatAtomicAccessesChangedAfterASync) {
  const std::string add = "red.shared.add.f32 [%r4], %f1;", load = "ld.shared.f32 %f2, [%r7];";
  for (const std::string atomic :
       {add.c_str(), "atom.shared.add.f32 %f3, [%r4], %f1;", "mov.b32 %r8, %f1; atom.shared.exch.b32 %r8, [%r4], %r8;"})
    for (const std::string& read :
         {load, replaced(load, "ld.", "ld.volatile."), replaced(load, "ld.", "ld.relaxed.cta.")}) {
      const XrayReport report = run_body(exchange(atomic, "", read));
      EXPECT_EQ(report.verdict, VerdictState::Unjudged) << atomic << read;
      EXPECT_THAT(report.doubt, HasSubstr("has made an atomic access, with no __syncwarp since")) << atomic << read;
      for (const char* sync : {"bar.warp.sync -1;", "bar.sync 0;"})
        EXPECT_EQ(run_body(exchange(atomic, sync, read)).doubt, "") << atomic << sync;
      // CUDA C++ Programming Guide 13.0, "Warp Vote Functions": no memory barrier.
      for (const char* sync : {"vote.sync.any.pred %p1, %p1, -1;", "shfl.sync.idx.b32 %r8, %r1, 0, 31, -1;"})
        EXPECT_THAT(run_body("setp.eq.u32 %p1, %r1, 0;" + exchange(atomic, sync, read)).doubt,
                    HasSubstr("with no __syncwarp since"))
            << atomic << sync;
      EXPECT_EQ(run_body(exchange(atomic, "", read, "0")).doubt, "") << "its own place";
    }
  const XrayReport stored = run_body(exchange(add, "", "mov.f32 %f2, %f1; st.shared.u32 [%r7], 5;"));
  EXPECT_THAT(stored.doubt, HasSubstr("a lane writes shared memory for which another lane"));
  // The other way round: a store, and an atomic access behind it.
  const std::string begins = "mov.u32 %r4, s; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [%r4], 7;";
  const std::string counts = "red.shared.add.u32 [%r4], 1; bar.warp.sync -1; mov.f32 %f2, %f1;" + stores;
  EXPECT_THAT(run_body(begins + counts).doubt, HasSubstr("with no __syncwarp between them"));
  EXPECT_EQ(run_body(begins + "bar.warp.sync -1;" + counts).doubt, "");
}

const BodyWish one_word{"1", "32", "", {"W=s32[t:1]*0"}};

TEST(LanesOfAWarp, ReadGlobalMemoryThatAtomicAccessesChangedAfterASync) {
  const std::string counts = "ld.param.u64 %rd5, [P0]; red.global.add.u32 [%rd5], 1;";
  for (const char* lane : {"0", "7", "31"})
    for (const char* load : {"ld.global.u32", "ld.volatile.global.u32", "ld.relaxed.gpu.global.u32"}) {
      const std::string reads =
          std::string("setp.ne.u32 %p1, %r1, ") + lane + "; mov.f32 %f2, %f1; @%p1 bra L; " + load +
          " %r5, [%rd5]; sub.u32 %r5, %r5, 32; cvt.rn.f32.s32 %f3, %r5; add.f32 %f2, %f2, %f3; L:";
      EXPECT_THAT(run_body(counts + reads + stores, one_word).doubt, HasSubstr("with no __syncwarp between them"))
          << lane << load;
      EXPECT_EQ(run_body(counts + "bar.warp.sync -1;" + reads + stores, one_word).doubt, "") << lane << load;
    }
}

// Lane 0 of each warp: W = W + 1, with these accesses.
XrayReport run_sum(const std::string& load, const std::string& store, const std::string& wait = "",
                   const std::string& tell = "") {
  return run_body(
      "ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mov.f32 %f2, %f1; and.b32 %r4, %r1, 31; shr.u32 %r5, "
      "%r1, 5; setp.ne.u32 %p1, %r4, 0; @%p1 bra END;" +
          wait + load + " %r6, [%rd5]; add.u32 %r6, %r6, 1;" + store + tell + "END:" + stores,
      {"1", "64", "", {"W=s32[t:1]*0", "F=s32[t:1]*0"}});
}

TEST(OrderOfThreads, ASumWithoutAtomicsLosesSome) {
  const std::string wait = "P: ld.acquire.gpu.global.u32 %r7, [%rd6]; setp.ne.u32 %p2, %r7, %r5; @%p2 bra P;",
                    tell = "membar.gl; add.u32 %r7, %r5, 1; st.volatile.global.u32 [%rd6], %r7;";
  for (const char* load : {"ld.volatile.global.u32", "ld.relaxed.gpu.global.u32"})
    for (const char* store : {"st.volatile.global.u32 [%rd5], %r6;", "st.relaxed.gpu.global.u32 [%rd5], %r6;",
                              "st.global.u32 [%rd5], %r6;", "atom.global.exch.b32 %r6, [%rd5], %r6;"}) {
      const XrayReport report = run_sum(load, store);
      EXPECT_EQ(report.verdict, VerdictState::Unjudged) << load << store;
      EXPECT_THAT(report.doubt, HasSubstr("warp 1 reads element 0 of W, which warp 0 writes at line")) << load << store;
      EXPECT_EQ(run_sum(load, store, wait, tell).doubt, "") << load << store;
      EXPECT_THAT(run_sum(load, store, wait, replaced(tell, "membar.gl;", "")).doubt,
                  HasSubstr("no __threadfence() stands between that store and the atomic or volatile one"))
          << load << store;
    }
}

// A block stores, its thread 0 sets a flag, thread 0 of the next one waits for it, and all read.
struct Handover {
  std::string begin = "", sync = "bar.warp.sync -1;", fence = "@%p1 membar.gl;",
              wait = "P: ld.volatile.global.u32 %r5, [%rd6]; setp.eq.u32 %p3, %r5, 0; @%p3 bra P;",
              then = "bar.warp.sync -1;";
};

std::string doubt_of(const Handover& part) {
  const std::string makes = "st.global.f32 [%rd5], %f1;" + part.sync + part.fence +
                            "@%p1 st.volatile.global.u32 [%rd6], 1;",
                    takes = "@!%p1 bra READ;" + part.wait + "READ:" + part.then + "ld.global.f32 %f2, [%rd5]; END:";
  return run_body(
             "mov.f32 %f2, %f1; mov.u32 %r4, %tid.x; ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mul.wide.u32 "
             "%rd7, %r4, 4; add.s64 %rd5, %rd5, %rd7; setp.eq.u32 %p1, %r4, 0; setp.ne.u32 %p2, %r2, 0; @%p2 bra "
             "TAKES;" +
                 part.begin + makes + "bra END; TAKES:" + takes + stores,
             {"2", "32", "", {"W=f32[t:32]*0", "F=s32[x:1]*0"}})
      .doubt;
}

TEST(OrderOfThreads, BetweenBlocksAWayLeadsFromTheStoreToTheRead) {
  const std::string every = "membar.gl;", block = "bar.sync 0;", no_fence = "no __threadfence() stands between",
                    not_then =
                        "no barrier or __syncwarp() of the warp orders that store, the __threadfence() and the store";
  EXPECT_EQ(doubt_of({}), "");
  EXPECT_EQ(doubt_of({.sync = block, .then = block}), "");
  EXPECT_EQ(doubt_of({.sync = every + block, .fence = ""}), "") << "each thread has a fence, and then they meet";
  EXPECT_THAT(doubt_of({.sync = ""}), HasSubstr(not_then));
  EXPECT_THAT(doubt_of({.sync = "", .fence = every}), HasSubstr(not_then));
  EXPECT_THAT(doubt_of({.fence = ""}), HasSubstr(no_fence));
  EXPECT_THAT(doubt_of({.fence = "@%p1 membar.cta;"}), HasSubstr(no_fence));
  EXPECT_THAT(doubt_of({.begin = every, .fence = ""}), HasSubstr(no_fence));
  EXPECT_THAT(doubt_of({.wait = ""}), HasSubstr("nothing makes it wait for that"));
  EXPECT_THAT(doubt_of({.then = ""}), HasSubstr("stands between it and the thread that waits for that"));
}

// Each of three blocks adds to C, and the last one, by ticket, reads the sum.
std::string doubt_of_sum(const std::string& add, const std::string& fence, const std::string& first = "") {
  return run_body(
             "mov.f32 %f2, %f1; mov.u32 %r4, %tid.x; ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mul.wide.u32 "
             "%rd7, %r4, 4; add.s64 %rd5, %rd5, %rd7; setp.ne.u32 %p1, %r4, 0; mov.u32 %r5, 0;" +
                 first + add + "bar.sync 0;" + fence +
                 (first.empty() ? "@!%p1 atom.global.add.u32 %r5, [%rd6], 1;" : "") +
                 "bar.sync 0; shfl.sync.idx.b32 %r5, %r5, 0, 31, -1; setp.ne.u32 %p2, %r5, 2; @%p2 bra END; membar.gl; "
                 "ld.global.f32 %f2, [%rd5]; END:" +
                 stores,
             {"3", "32", "", {"W=f32[t:32]*0", "F=s32[x:1]*0"}})
      .doubt;
}

TEST(OrderOfThreads, SumsByAtomicsAreOfAllBlocksThatAdd) {
  const std::string red = "red.global.add.f32 [%rd5], %f1;", atom = "atom.global.add.f32 %f3, [%rd5], %f1;",
                    fence = "@!%p1 membar.gl;", ticket = "@!%p1 atom.global.add.u32 %r5, [%rd6], 1;";
  for (const std::string& add : {red, atom}) {
    EXPECT_EQ(doubt_of_sum(add, fence), "") << add;
    EXPECT_THAT(doubt_of_sum(add, ""), HasSubstr("no __threadfence() stands between")) << add;
    EXPECT_THAT(doubt_of_sum(add, "@!%p1 membar.cta;"), HasSubstr("no __threadfence() stands between")) << add;
    EXPECT_THAT(doubt_of_sum(add, fence, ticket), HasSubstr("nothing makes it wait for that")) << add;
  }
}

// Block 0 stores what the others add to, and nothing makes them wait for that.
TEST(OrderOfThreads, APlainStoreUnderASumComesAtAnUnknownTime) {
  const auto doubt = [](const std::string& between) {
    return run_body(
               "mov.f32 %f2, %f1; mov.u32 %r4, %tid.x; ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mul.wide.u32 "
               "%rd7, %r4, 4; add.s64 %rd5, %rd5, %rd7; setp.eq.u32 %p1, %r2, 0; @%p1 st.global.f32 [%rd5], %f1;" +
                   between + "@!%p1 red.global.add.f32 [%rd5], %f1;" + stores,
               {"2", "32", "", {"W=f32[t:32]*0", "F=s32[x:1]*0"}})
        .doubt;
  };
  EXPECT_THAT(doubt(""), HasSubstr("blocks 0 and 1 store different values to the same element of W"));
  EXPECT_EQ(
      doubt("membar.gl; bar.sync 0; @%p1 st.volatile.global.u32 [%rd6], 1; P: ld.volatile.global.u32 %r5, [%rd6]; "
            "setp.eq.u32 %p3, %r5, 0; @%p3 bra P;"),
      "");
}

// Warps 0 and 1 meet at a named barrier, and what warp 1 stores behind it is not ordered by that.
TEST(OrderOfThreads, AMeetingBeforeTheStoreOrdersNothing) {
  const std::string meets = "bar.sync 1, 64;", makes = "@%p1 st.global.f32 [%rd5], %f1;",
                    takes = "@!%p1 ld.global.f32 %f2, [%rd5];";
  const auto run = [&](const std::string& body) {
    return run_body(
        "mov.f32 %f2, %f1; and.b32 %r4, %r1, 31; ld.param.u64 %rd5, [P0]; mul.wide.u32 %rd7, %r4, 4; add.s64 "
        "%rd5, %rd5, %rd7; shr.u32 %r5, %r1, 5; setp.eq.u32 %p1, %r5, 1; setp.gt.u32 %p2, %r5, 1; @%p2 bra END;" +
            body + "END:" + stores,
        {"1", "96", "", {"W=f32[t:32]*0"}});
  };
  EXPECT_EQ(finding_of(run(makes + meets + takes), FindingKind::Race), nullptr);
  EXPECT_NE(finding_of(run(meets + makes + takes), FindingKind::Race), nullptr);
}

// Nobody has the ticket that the kernel waits for: what it would store is missing, and nothing depends on data.
TEST(Atomics, ATicketIsNoElement) {
  for (const char* ticket : {"atom.global.add.u32 %r5, [%rd5], 1;", "atom.global.inc.u32 %r5, [%rd5], 99;"})
    EXPECT_EQ(run_body(std::string("ld.param.u64 %rd5, [P0];") + ticket +
                           "mov.f32 %f2, %f1; setp.ne.u32 %p1, %r5, 32; @%p1 bra END;" + stores + "END:",
                       {"1", "32", "", {"T=s32[x:1]*0"}})
                  .verdict,
              VerdictState::Incomplete)
        << ticket;
}

// What an atomic returns is what was there.
TEST(Atomics, ReturnTheElementThatWasThere) {
  const std::string store = "ld.param.u64 %rd5, [P0]; mov.b32 %r5, %f1; atom.global.exch.b32 %r6, [%rd5], %r5;";
  const BodyWish one{"1", "1", "", {"W=f32[t:1]*0"}, {"C = A"}};
  for (const char* read :
       {"atom.global.add.f32 %f2, [%rd5], 0f00000000;", "atom.global.or.b32 %r7, [%rd5], 0; mov.b32 %f2, %r7;",
        "atom.global.exch.b32 %r7, [%rd5], 0; mov.b32 %f2, %r7;",
        "atom.global.cas.b32 %r7, [%rd5], 0, 0; mov.b32 %f2, %r7;"})
    EXPECT_EQ(run_body(store + read + stores, one).verdict, VerdictState::Right) << read;
}

// Lane 0 of each warp, one at a time.
TEST(OrderOfThreads, ALockInSharedMemoryIsNoRace) {
  const auto run = [](const std::string& lock) {
    return run_body(
        "mov.u32 %r4, s; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [%r4], 0; @%p1 st.shared.u32 [%r4+4], 0; bar.sync "
        "0; mov.f32 %f2, %f1; and.b32 %r5, %r1, 31; setp.ne.u32 %p1, %r5, 0; @%p1 bra END;" +
            lock +
            "ld.volatile.shared.u32 %r6, [%r4+4]; add.u32 %r6, %r6, 1; st.volatile.shared.u32 [%r4+4], %r6;"
            "membar.cta; atom.shared.exch.b32 %r7, [%r4], 0; END:" +
            stores,
        {"1", "64"});
  };
  EXPECT_EQ(run("").verdict, VerdictState::Wrong);
  const XrayReport report =
      run("L: atom.shared.cas.b32 %r7, [%r4], 0, 1; setp.ne.u32 %p2, %r7, 0; @%p2 bra L; membar.cta;");
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("it is not known whether warps that meet in shared memory synchronise"));
}

// One load reads what another lane has stored, and then what another warp has.
TEST(Findings, AWarningHidesNoFaultOfTheSameInstruction) {
  const XrayReport report = run_body(
      "mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5; setp.lt.u32 %p1, %r1, 32; mov.f32 %f2, %f1;"
      "@%p1 st.shared.f32 [%r4], %f1; ld.shared.f32 %f3, [s+4];" +
          stores,
      {"1", "64"});
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_NE(finding_of(report, FindingKind::Race), nullptr);
  EXPECT_EQ(finding_of(report, FindingKind::Race)->weight, FindingWeight::Race);
}

// A maximum that is compared first: the load decides, and nothing tries again.
TEST(OrderOfThreads, ALoadThatIsNotTriedAgainIsNoWait) {
  const XrayReport report =
      run_sum("ld.volatile.global.u32", "setp.ge.u32 %p3, %r6, %r5; @%p3 st.volatile.global.u32 [%rd5], %r6;");
  EXPECT_THAT(report.doubt, HasSubstr("warp 1 reads element 0 of W, which warp 0 writes at line"));
}

TEST(OrderOfThreads, TheLastOfTwoStrongStoresIsNotKnown) {
  const auto run = [](const std::string& store, const std::string& between) {
    return run_body(
        "ld.param.u64 %rd5, [P0]; mov.f32 %f2, %f1; and.b32 %r4, %r1, 31; shr.u32 %r5, %r1, 5; setp.ne.u32 "
        "%p1, %r4, 0; setp.eq.u32 %p2, %r5, 1;" +
            between + "@!%p1 " + store + stores,
        {"1", "64", "", {"W=s32[t:1]*0"}});
  };
  EXPECT_THAT(run("st.volatile.global.u32 [%rd5], %r1;", "").doubt,
              HasSubstr("warp 1 stores element 0 of W, which warp 0"))
      << "0 changes nothing";
}

std::string two_warps(const std::string& polls) {
  return ".shared .b32 data[32]; mov.u32 %r5, data; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6; setp.ge.u32 %p3, %r1, "
         "32; mov.u32 %r10, 0; @%p1 mbarrier.init.shared.b64 [%r2], 32; bar.sync 0; @%p3 bra READ; st.shared.b32 "
         "[%r7], %r1; mbarrier.arrive.shared.b64 %rd4, [%r2]; st.global.u32 [%rd3], %r1; ret; READ:" +
         polls + "ld.shared.b32 %r8, [%r7+-128]; st.global.u32 [%rd3], %r8; ret;";
}

const std::string tries = "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;",
                  counts_to_9 = "add.u32 %r10, %r10, 1; setp.lt.u32 %p4, %r10, 9;";

// Each branch is one over which the loads of all branches before it decide: what is followed grows with their square.
TEST(Waits, AreNotKnownBehindAThousandBranches) {
  const auto doubt_of = [](int branches) {
    std::string body = "ld.volatile.global.u32 %r5, [%rd2]; setp.eq.u32 %p1, %r5, 0; mov.f32 %f2, %f1;";
    for (int at = 0; at < branches; ++at)
      body += fmt::format("@%p1 bra W{0}; add.u32 %r5, %r5, 1; setp.eq.u32 %p1, %r5, 0; W{0}:", at);
    return run_body(body + stores).doubt;
  };
  EXPECT_THAT(doubt_of(2'000), HasSubstr("which of them are tried again is not known"));
  EXPECT_THAT(doubt_of(5), testing::Not(HasSubstr("tried again")));
}

TEST(Waits, ThatGiveUpLeaveADoubt) {
  for (const std::string& polls : {
           tries,
           tries + "@%p2 bra OK;" + tries + "OK:",
           "L:" + tries + counts_to_9 + "@%p2 bra OK; @%p4 bra L; OK:",
           "L: setp.gt.u32 %p4, %r10, 9; @%p4 bra OK; add.u32 %r10, %r10, 1;" + tries + "@!%p2 bra L; OK:",
           "L:" + tries + counts_to_9 + "not.pred %p5, %p2; and.pred %p5, %p5, %p4; @%p5 bra L;",
           "L:" + tries + counts_to_9 + "selp.u32 %r11, 1, 0, %p2; setp.eq.and.u32 %p5, %r11, 0, %p4; @%p5 bra L;",
           "L:" + tries + "@%p2 bra OK; mov.u64 %rd9, %globaltimer; setp.lt.u64 %p4, %rd9, 99; @%p4 bra L; OK:",
           tries + "@%p2 bra OK; ret; OK:",
       }) {
    const XrayReport report = run_barriers(two_warps(polls));
    ASSERT_FALSE(report.refused) << *report.refused << polls;
    EXPECT_THAT(report.doubt, HasSubstr("gives up: the kernel goes on though it may have failed")) << polls;
    EXPECT_NE(report.verdict, VerdictState::Right) << polls;
  }
}

TEST(Waits, ThatGoOnUntilTheySucceedAreNone) {
  for (const std::string& polls : {
           "L:" + tries + "@!%p2 bra L;",
           "L:" + tries + "@%p2 bra OK; bra L; OK:",
           "L:" + tries + "@%p2 bra OK; nanosleep.u32 20;" + counts_to_9 + "@%p4 bra L; nanosleep.u32 99; bra L; OK:",
           "L:" + tries + "selp.u32 %r11, 1, 0, %p2; setp.eq.u32 %p5, %r11, 0; @%p5 bra L;",
           tries +
               "mov.u32 %r12, 3; mul.lo.u32 %r12, %r12, %r12; selp.u32 %r11, 1, 0, %p2; setp.ne.u32 %p5, %r11, 0;"
               "@%p5 bra OK; L:" +
               tries + "@!%p2 bra L; OK:",
           "L:" + tries + counts_to_9 + "@%p2 bra OK; @%p4 bra L; trap; OK:",
           "L:" + tries + "vote.sync.all.pred %p5, %p2, -1; @!%p5 bra L;",
           "L:" + tries + "@!%p2 bra L; M:" + tries + "@!%p2 bra M;",
           "bar.warp.sync -1; L:" + tries + "@!%p2 bra L; bar.warp.sync -1;" + tries,
       }) {
    const XrayReport report = run_barriers(two_warps(polls));
    ASSERT_FALSE(report.refused) << *report.refused << polls;
    EXPECT_EQ(report.doubt, "") << polls;
    EXPECT_TRUE(report.findings.empty()) << polls;
  }
}

// A flag in global memory.
TEST(Waits, ForAFlagThatGiveUpLeaveADoubt) {
  const auto run = [](const std::string& polls) {
    return run_body(
        "ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mov.f32 %f2, %f1; mov.u32 %r7, 0; and.b32 %r4, "
        "%r1, 31; shr.u32 %r5, %r1, 5; setp.ne.u32 %p1, %r4, 0; @%p1 bra END; setp.ne.u32 %p1, %r5, 0; "
        "@%p1 bra READ; st.volatile.global.f32 [%rd5], %f1; membar.gl; st.volatile.global.u32 [%rd6], 1; "
        "bra END; READ:" +
            polls + "ld.volatile.global.f32 %f3, [%rd5]; sub.f32 %f3, %f3, %f3; add.f32 %f2, %f2, %f3; END:" + stores,
        {"1", "64", "", {"W=f32[t:1]*0", "F=s32[t:1]*0"}});
  };
  const std::string load = "ld.acquire.gpu.global.u32 %r6, [%rd6]; setp.eq.u32 %p2, %r6, 1;";
  for (const std::string& polls : {load + "@%p2 bra OK;" + load + "OK:",
                                   "L:" + load +
                                       "add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 9; @%p2 bra OK; @%p3 bra "
                                       "L; OK:",
                                   std::string()})
    EXPECT_THAT(run(polls).doubt, HasSubstr("which warp 0 writes at line 8 of the PTX without a barrier between them"))
        << polls;
  for (const std::string& polls : {"L:" + load + "@!%p2 bra L;", load + "@%p2 bra OK; L:" + load + "@!%p2 bra L; OK:",
                                   "L:" + load + "@%p2 bra OK; nanosleep.u32 9; bra L; OK:"})
    EXPECT_EQ(run(polls).doubt, "") << polls;
}

// Neighbours exchange their numbers, and each lane clears its place; the exchange is undone at the end.
TEST(LanesOfAWarp, AStoreMustNotComeBeforeTheReadOfAnotherLane) {
  const auto run = [](const std::string& waits, const std::string& reads) {
    return run_body(
        "mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r5, %r4, %r5; xor.b32 %r6, %r5, 4;"
        "st.shared.f32 [%r5], %f1; bar.warp.sync -1;" +
        reads + waits +
        "mov.f32 %f3, 0f00000000; st.shared.f32 [%r5], %f3; mov.b32 %r7, %f2;"
        "shfl.sync.bfly.b32 %r7, %r7, 1, 31, -1; mov.b32 %f2, %r7;" +
        stores);
  };
  const std::string other = "ld.shared.f32 %f2, [%r6];";
  const std::string own =
      "ld.shared.f32 %f2, [%r5]; mov.b32 %r8, %f2; shfl.sync.bfly.b32 %r8, %r8, 1, 31, -1; mov.b32 %f2, %r8;";
  EXPECT_EQ(run("bar.warp.sync -1;", other).verdict, VerdictState::Right);
  EXPECT_EQ(run("", own).verdict, VerdictState::Right);
  const XrayReport report = run("", other);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  const XrayFinding* const found = finding_of(report, FindingKind::Race);
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->text, HasSubstr("another lane of its warp may still have to read it, with no __syncwarp since"));
}

TEST(OrderOfThreads, TheScopeOfABlockIsTooSmallForOthers) {
  const auto run = [](const std::string& scope, const std::string& grid) {
    const BodyWish wish{.grid = grid, .more = {"W=inout f32[c:1]*0"}, .expect = {"W = sum(m: A)"}};
    return run_body("ld.param.u64 %rd5, [P0]; red" + scope + ".global.add.f32 [%rd5], %f1; mov.f32 %f2, %f1;" + stores,
                    wish);
  };
  for (const char* scope : {"", ".gpu", ".sys"}) EXPECT_EQ(run(scope, "2").verdict, VerdictState::Right) << scope;
  EXPECT_EQ(run(".cta", "1").verdict, VerdictState::Right);
  const XrayReport report = run(".cta", "2");
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("has the scope of a block (.cta)"));
}

}  // namespace
}  // namespace tcviz
