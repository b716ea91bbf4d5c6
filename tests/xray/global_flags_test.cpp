// Flags in global memory between lanes of a warp and warps of a block, with what the memory model asks for and without;
// memory that is taken for read-only; what bulk copies find of stores.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr const char* arguments_of_flags = "ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; mov.f32 %f2, %f1;";
const std::vector<std::string> word_and_flag = {"W=s32[t:1]*0", "F=s32[x:1]*0"};

struct FlagUse {
  std::string data = "st.volatile.global.u32 [%rd5], %r5;", tells = "st.volatile.global.u32 [%rd6], 1;",
              asks = "ld.volatile.global.u32 %r6, [%rd6];", takes = "ld.volatile.global.u32 %r7, [%rd5];";
};

// `%p1` stores 5 and tells of it; the others wait and take it. C is A if they take what was stored.
std::string flag_body(const FlagUse& flag, const std::string& fence, bool waits_first) {
  const std::string makes = "mov.u32 %r5, 5;" + flag.data + fence + flag.tells,
                    waits = "P: " + flag.asks + "setp.eq.u32 %p2, %r6, 0; @%p2 bra P;" + flag.takes +
                            "sub.u32 %r7, %r7, 5; cvt.rn.f32.u32 %f3, %r7; add.f32 %f2, %f2, %f3;";
  return waits_first ? "@%p1 bra M;" + waits + "bra E; M:" + makes + "E:" + stores
                     : "@!%p1 bra T;" + makes + "bra E; T:" + waits + "E:" + stores;
}

XrayReport run_flag(const FlagUse& flag, const std::string& fence, bool waits_first, const std::string& block) {
  const std::string maker = block == "32" ? "setp.eq.u32 %p1, %r1, 0;" : "setp.eq.u32 %p1, %r1, 0; @!%p1 bra O;";
  const std::string body = block == "32"
                               ? maker + flag_body(flag, fence, waits_first)
                               : "and.b32 %r4, %r1, 31; setp.ne.u32 %p3, %r4, 0; @%p3 bra O; setp.eq.u32 %p1, %r1, 0;" +
                                     flag_body(flag, fence, waits_first) + "bra X; O:" + stores + "X:";
  return run_body(arguments_of_flags + body, {"1", block, "", word_and_flag});
}

TEST(FlagsInGlobalMemory, TellOfWhatStandsBeforeAFence) {
  const std::vector<FlagUse> flags = {
      {},
      {.tells = "atom.global.exch.b32 %r8, [%rd6], 1;"},
      {.asks = "atom.global.add.u32 %r6, [%rd6], 0;"},
      {.data = "st.global.u32 [%rd5], %r5;", .takes = "ld.global.u32 %r7, [%rd5];"},
      {.data = "atom.global.exch.b32 %r5, [%rd5], %r5;"},
      {.data = "atom.global.exch.b32 %r5, [%rd5], %r5;", .takes = "atom.global.add.u32 %r7, [%rd5], 0;"},
  };
  for (const char* block : {"32", "64"})
    for (const bool waits_first : {false, true})
      for (const FlagUse& flag : flags) {
        const std::string what = fmt::format("{} {} {} {} {}", block, waits_first, flag.data, flag.tells, flag.asks);
        const XrayReport told = run_flag(flag, "membar.gl;", waits_first, block);
        EXPECT_EQ(told.doubt, "") << what;
        EXPECT_EQ(told.verdict, VerdictState::Right) << what;
        const XrayReport untold = run_flag(flag, "", waits_first, block);
        EXPECT_EQ(untold.verdict, VerdictState::Unjudged) << what;
        EXPECT_THAT(untold.doubt, HasSubstr("no __threadfence() stands between that store")) << what;
      }
}

TEST(FlagsInGlobalMemory, AreNoPlainStores) {
  for (const char* block : {"32", "64"})
    for (const bool waits_first : {false, true}) {
      const XrayReport report = run_flag({.tells = "st.global.u32 [%rd6], 1;"}, "membar.gl;", waits_first, block);
      EXPECT_EQ(report.verdict, VerdictState::Unjudged) << block << waits_first;
      EXPECT_THAT(report.doubt, HasSubstr("stores neither by a volatile nor by an atomic access")) << block;
    }
  // One that is set before a barrier is known.
  const std::string resets = "setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd6], 1; bar.sync 0;";
  EXPECT_EQ(run_body(arguments_of_flags + resets +
                         "P: ld.volatile.global.u32 %r6, [%rd6]; setp.eq.u32 %p2, %r6, 0; @%p2 bra P;" + stores,
                     {"1", "64", "", word_and_flag})
                .doubt,
            "");
}

TEST(FlagsInGlobalMemory, LetLanesGoOnThatOthersWaitFor) {
  // A lock: each lane in its turn adds one, with the loop at the lowest address.
  const std::string lock =
      "L: atom.global.cas.b32 %r6, [%rd6], 0, 1; setp.ne.u32 %p1, %r6, 0; @%p1 bra L; membar.gl; "
      "ld.volatile.global.u32 %r7, [%rd5]; add.u32 %r7, %r7, 1; st.volatile.global.u32 [%rd5], %r7; membar.gl; "
      "atom.global.exch.b32 %r8, [%rd6], 0; bar.warp.sync -1; ld.volatile.global.u32 %r7, [%rd5]; sub.u32 %r7, %r7, "
      "32; "
      "cvt.rn.f32.u32 %f3, %r7; add.f32 %f2, %f2, %f3;";
  const XrayReport report = run_body(arguments_of_flags + lock + stores, {"1", "32", "", word_and_flag});
  EXPECT_FALSE(report.out_of_time);
  EXPECT_EQ(report.doubt, "");
  EXPECT_NE(report.verdict, VerdictState::Wrong);
}

TEST(MemoryTakenForReadOnly, IsStoredToByNobody) {
  const std::string own = "ld.param.u64 %rd5, [P0]; mul.wide.u32 %rd7, %r1, 4; add.s64 %rd5, %rd5, %rd7;",
                    other =
                        "xor.b32 %r4, %r1, 32; mul.wide.u32 %rd7, %r4, 4; ld.param.u64 %rd6, [P0]; add.s64 %rd6, "
                        "%rd6, %rd7;";
  const auto doubt_of = [&](const std::string& load, const std::string& store) {
    return run_body(own + other + load + "add.f32 %f2, %f1, %f3;" + store + stores, {"1", "32", "", {"W=f32[t:64]*0"}})
        .doubt;
  };
  const std::string text = "to which the kernel stores: PTX leaves open what it gives";
  EXPECT_THAT(doubt_of("ld.global.nc.f32 %f3, [%rd5];", "st.global.f32 [%rd5], %f2;"), HasSubstr(text));
  EXPECT_EQ(doubt_of("ld.global.f32 %f3, [%rd5];", "st.global.f32 [%rd5], %f2;"), "");
  EXPECT_EQ(doubt_of("ld.global.nc.f32 %f3, [%rd5];", "st.global.f32 [%rd6], %f2;"), "") << "another element";
}

// Lane 0 copies 128 bytes of global memory, which the lanes may have stored before, to shared memory.
XrayReport run_proxy(const std::string& before) {
  return run_body(
      ".shared .align 8 .b64 bar[1]; mov.u32 %r8, bar; mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r5, %r4, %r5;"
      "ld.param.u64 %rd5, [P0]; mul.wide.u32 %rd7, %r1, 4; add.s64 %rd6, %rd5, %rd7; setp.eq.u32 %p1, %r1, 0;"
      "@%p1 mbarrier.init.shared.b64 [%r8], 1; @%p1 fence.mbarrier_init.release.cluster;" +
          before +
          "bar.warp.sync -1; @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd8, [%r8], 128;"
          "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd5], 128, [%r8];"
          "L: mbarrier.try_wait.parity.shared.b64 %p2, [%r8], 0; @!%p2 bra L; ld.shared.f32 %f3, [%r5];"
          "add.f32 %f2, %f1, %f3;" +
          stores,
      {"1", "32", "", {"W=f32[t:32]*0"}});
}

TEST(BulkCopies, FindWhatThreadsStoredBehindAFenceOfTheirProxy) {
  const std::string global = "st.global.f32 [%rd6], 0f00000000; st.global.f32 [%rd6], %f1;",
                    shared = "st.shared.f32 [%r5], %f1;";
  for (const char* fence : {"fence.proxy.async;", "fence.proxy.async.global;", "fence.proxy.async.shared::cta;", ""}) {
    const bool of_both = std::string(fence) == "fence.proxy.async;";
    const bool of_global = of_both || std::string(fence) == "fence.proxy.async.global;";
    const bool of_shared = of_both || std::string(fence) == "fence.proxy.async.shared::cta;";
    const std::string missing = "with no fence.proxy.async since";
    const auto says = [](const XrayReport& report) {
      return report.findings.empty() ? std::string() : report.findings.front().text;
    };
    if (of_global)
      EXPECT_EQ(says(run_proxy(global + fence)), "") << fence;
    else
      EXPECT_THAT(says(run_proxy(global + fence)), HasSubstr(missing)) << fence;
    if (of_shared)
      EXPECT_EQ(says(run_proxy(shared + fence)), "") << fence;
    else
      EXPECT_THAT(says(run_proxy(shared + fence)), HasSubstr(missing)) << fence;
  }
}

// The lower half of the threads reads an element of W each; the upper half reads the same ones, and stores to them.
XrayReport run_rewrite(const std::string& half, const std::string& between, const BodyWish& wish) {
  return run_body("ld.param.u64 %rd5, [P0]; setp.ge.u32 %p3, %r1, " + half +
                      "; mov.u32 %r4, %r1; @%p3 xor.b32 %r4, %r1, " + half +
                      "; mul.wide.u32 %rd7, %r4, 4; add.s64 %rd5, %rd5, %rd7; ld.global.f32 %f3, [%rd5]; add.f32 %f2, "
                      "%f1, %f3;" +
                      between + "@%p3 st.global.f32 [%rd5], %f1;" + stores,
                  wish);
}

TEST(StoresAfterReads, OfOthersNeedAnOrder) {
  const BodyWish warps{"1", "64", "", {"W=f32[t:64]*0"}}, lanes{"1", "32", "", {"W=f32[t:64]*0"}},
      blocks{"2", "32", "", {"W=f32[t:64]*0"}};
  const XrayReport race = run_rewrite("32", "", warps);
  ASSERT_FALSE(race.findings.empty());
  EXPECT_EQ(race.findings.front().kind, FindingKind::Race);
  EXPECT_THAT(race.findings.front().text, HasSubstr("warp 1 stores element 0 of W, which warp 0 reads at"));
  EXPECT_TRUE(run_rewrite("32", "bar.sync 0;", warps).findings.empty());
  EXPECT_THAT(run_rewrite("16", "", lanes).doubt, HasSubstr("has read with no __syncwarp between them"));
  EXPECT_EQ(run_rewrite("16", "bar.warp.sync -1;", lanes).doubt, "");
  // The block that stores has read the element itself, after the other one.
  const XrayReport apart = run_rewrite("32", "", blocks);
  EXPECT_EQ(apart.verdict, VerdictState::Unjudged);
  EXPECT_THAT(apart.doubt + apart.reason, HasSubstr("has read before: it might have come first"));
}

TEST(AccessesOfAScope, OfAClusterAreNotThoseOfOtherBlocks) {
  const BodyWish blocks{"2", "32", "", {"W=f32[t:32]*0"}};
  const std::string adds =
      "ld.param.u64 %rd5, [P0]; and.b32 %r4, %r1, 31; mul.wide.u32 %rd7, %r4, 4; add.s64 %rd5, "
      "%rd5, %rd7; mov.f32 %f2, %f1; red.relaxed.SCOPE.global.add.f32 [%rd5], %f1;" +
      stores;
  for (const char* scope : {"cta", "cluster"})
    EXPECT_THAT(run_body(replaced(adds, "SCOPE", scope), blocks).doubt, HasSubstr("it needs .gpu")) << scope;
  EXPECT_THAT(run_body(replaced(adds, "SCOPE", "gpu"), blocks).doubt, testing::Not(HasSubstr("it needs .gpu")));
}

// PTX ISA 9.0, "shfl.sync": lanes wait for those of the mask that execute it with the same qualifiers and mask,
// wherever.
TEST(LanesThatMeetElsewhere, AreNotCalledWrong) {
  const std::string places = "setp.lt.u32 %p1, %r1, 16; @%p1 bra H; ONE bra E; H: OTHER E: mov.f32 %f2, %f1;" + stores;
  const auto run = [&](const std::string& one, const std::string& other) {
    return run_body(replaced(replaced(places, "ONE", one), "OTHER", other)).verdict;
  };
  for (const char* meets :
       {"shfl.sync.idx.b32 %r4, %r1, 0, 31, -1;", "vote.sync.ballot.b32 %r4, %p1, -1;", "barrier.sync 0;"})
    EXPECT_EQ(run(meets, meets), VerdictState::Unjudged) << meets;
  EXPECT_EQ(run("bar.sync 0;", "bar.sync 0;"), VerdictState::Wrong) << "all lanes execute it together";
}

TEST(Mbarriers, OfARelaxedArrivalOrWaitAreNotFollowed) {
  const std::string body =
      ".shared .align 8 .b64 bar[1]; mov.u32 %r8, bar; setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [%r8], "
      "32; "
      "bar.sync 0; mbarrier.arriveSEM.shared.b64 %rd8, [%r8]; L: mbarrier.try_wait.parityWAIT.shared.b64 %p2, [%r8], "
      "0; "
      "@!%p2 bra L; mov.f32 %f2, %f1;" +
      stores;
  const auto doubt_of = [&](const std::string& arrive, const std::string& wait) {
    return run_body(replaced(replaced(body, "SEM", arrive), "WAIT", wait)).doubt;
  };
  EXPECT_EQ(doubt_of("", ""), "");
  EXPECT_EQ(doubt_of(".release.cta", ".acquire.cta"), "");
  EXPECT_THAT(doubt_of(".relaxed.cta", ""), HasSubstr("relaxed orders no memory"));
  EXPECT_THAT(doubt_of("", ".relaxed.cta"), HasSubstr("relaxed orders no memory"));
}

}  // namespace
}  // namespace tcviz
