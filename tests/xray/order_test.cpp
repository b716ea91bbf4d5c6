// What is not the same in every run, or in every order of blocks, warps and lanes: none of it is called right.
#include <gmock/gmock.h>

#include "gpu/kernel/xray/machine/special_registers.hpp"
#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// The list of PTX ISA 9.0, section 10: what the launch decides, and what differs from run to run or GPU to GPU.
TEST(SpecialRegisters, AreThoseOfTheLaunchOrLeaveADoubt) {
  for (const char* name : {"%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ctaid.y", "%nctaid.z", "%laneid", "%lanemask_eq",
                           "%lanemask_lt", "%lanemask_ge", "%cluster_ctarank", "%clusterid.x", "%nclusterid.x",
                           "%is_explicit_cluster", "%dynamic_smem_size", "%total_smem_size"}) {
    EXPECT_EQ(special_kind(name), SpecialKind::Fixed) << name;
    const XrayReport report = run_body(std::string("mov.u32 %r5, ") + name +
                                       "; setp.eq.u32 %p1, %r5, 7777777; mov.f32 %f2, %f1; @%p1 mov.f32 %f2, "
                                       "0f00000000;" +
                                       stores);
    EXPECT_EQ(report.verdict, VerdictState::Right) << name << report.doubt << report.refused.value_or("");
  }
  for (const char* name :
       {"%smid", "%nsmid", "%warpid", "%nwarpid", "%gridid", "%clock", "%clock_hi", "%clock64", "%globaltimer",
        "%globaltimer_lo", "%globaltimer_hi", "%pm0", "%pm7", "%pm3_64", "%envreg31"}) {
    EXPECT_EQ(special_kind(name), SpecialKind::Varying) << name;
    const bool is_wide = std::string_view(name).ends_with("64") || std::string_view(name) == "%globaltimer" ||
                         std::string_view(name) == "%gridid";
    const std::string reads = is_wide ? std::string("mov.u64 %rd5, ") + name + "; cvt.u32.u64 %r5, %rd5;"
                                      : std::string("mov.u32 %r5, ") + name + ";";
    for (const char* use : {
             "setp.eq.u32 %p1, %r5, 77; mov.f32 %f2, %f1; @%p1 mov.f32 %f2, 0f00000000;",
             "setp.eq.u32 %p1, %r5, 77; selp.f32 %f2, 0f00000000, %f1, %p1;",
             "setp.eq.u32 %p1, %r5, 77; mov.f32 %f2, %f1; @!%p1 bra L; mov.f32 %f2, 0f00000000; L:",
             "and.b32 %r5, %r5, 0; sub.u32 %r5, %r5, 0; mov.u32 %r6, %clock; rem.u32 %r6, %r6, 1; cvt.rn.f32.u32 %f5, "
             "%r6; add.f32 %f2, %f1, %f5;",
             "mul.wide.u32 %rd6, %r5, 0; add.s64 %rd2, %rd2, %rd6; mov.f32 %f2, %f1;",
         }) {
      const XrayReport report = run_body(reads + use + stores);
      ASSERT_FALSE(report.refused) << *report.refused;
      EXPECT_EQ(report.verdict, VerdictState::Unjudged) << name << use;
      EXPECT_NE(report.outputs.at(0).state, VerdictState::Right) << name << use;
      EXPECT_THAT(report.doubt, HasSubstr("is not the same in every run")) << use;
    }
    EXPECT_THAT(run_body(reads + "setp.eq.u32 %p1, %r5, 77; selp.f32 %f2, 0f00000000, %f1, %p1;" + stores).doubt,
                HasSubstr(name));
  }
  EXPECT_EQ(special_kind("%smidd"), SpecialKind::Unknown);
}

// A register of the processor that reaches nothing decides nothing.
TEST(SpecialRegisters, MayBeReadInVain) {
  EXPECT_EQ(
      run_body("mov.u32 %r5, %clock; mov.u32 %r6, %smid; add.u32 %r6, %r6, %r5; mov.f32 %f2, %f1;" + stores).verdict,
      VerdictState::Right);
}

// Which lanes are together is the choice of the GPU.
TEST(SpecialRegisters, ActivemaskLeavesADoubtToo) {
  const std::string reads = "activemask.b32 %r5; mov.f32 %f2, %f1;";
  EXPECT_EQ(run_body(reads + stores).verdict, VerdictState::Right);
  const XrayReport report =
      run_body(reads + "setp.ne.u32 %p1, %r5, 0xffffffff; @%p1 mov.f32 %f2, 0f00000000;" + stores);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("right only if activemask is what it was here"));
}

// Each block stores its part of W, and the last one copies the whole of it.
XrayReport the_last_block_copies(const std::string& fence, const std::string& atomic,
                                 const std::string& load = "ld.global.f32") {
  return run_body(
      "ld.param.u64 %rd5, [P0]; ld.param.u64 %rd6, [P1]; ld.param.u64 %rd2, [C]; mov.u32 %r6, %tid.x;"
      "mul.wide.u32 %rd7, %r6, 4; add.s64 %rd3, %rd5, %rd3; st.global.f32 [%rd3], %f1;" +
          fence + "bar.sync 0; setp.eq.u32 %p1, %r6, 0; @%p1 " + atomic +
          " %r5, [%rd6], 1; @%p1 st.shared.u32 [s], %r5; bar.sync 0; ld.shared.u32 %r5, [s];"
          "setp.ne.u32 %p2, %r5, 1; @%p2 ret; add.s64 %rd5, %rd5, %rd7; add.s64 %rd2, %rd2, %rd7;" +
          load + " %f2, [%rd5]; " + load + " %f3, [%rd5+128]; st.global.f32 [%rd2+128], %f3;" + stores,
      {"2", "32", "", {"W=f32[m:64]*0", "T=s32[t:1]*0"}});
}

// A load that shows the latest value does not wait for it.
TEST(OrderOfThreads, AVolatileLoadNeedsTheFenceToo) {
  const std::string ticket = "atom.global.add.u32";
  for (const char* load : {"ld.volatile.global.f32", "ld.relaxed.gpu.global.f32", "ld.acquire.sys.global.f32"}) {
    EXPECT_EQ(the_last_block_copies("membar.gl;", ticket, load).verdict, VerdictState::Right) << load;
    for (const char* fence : {"", "membar.cta;"}) {
      const XrayReport report = the_last_block_copies(fence, ticket, load);
      EXPECT_EQ(report.verdict, VerdictState::Unjudged) << load << fence;
      EXPECT_THAT(report.doubt, HasSubstr("no __threadfence() stands between that store and the atomic")) << load;
    }
  }
}

TEST(OrderOfThreads, AStoreThatNoFenceTellsOfIsNotKnownToOthers) {
  const std::string relaxed = "atom.global.add.u32";
  for (const char* fence : {"membar.gl;", "membar.sys;", "fence.acq_rel.gpu;", "fence.sc.sys;"})
    EXPECT_EQ(the_last_block_copies(fence, relaxed).verdict, VerdictState::Right) << fence;
  EXPECT_EQ(the_last_block_copies("", "atom.acq_rel.gpu.global.add.u32").verdict, VerdictState::Right);
  for (const char* fence : {"", "membar.cta;", "fence.acq_rel.cta;", "fence.proxy.async;"}) {
    const XrayReport report = the_last_block_copies(fence, relaxed);
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << fence;
    EXPECT_THAT(report.doubt, HasSubstr("no __threadfence() stands between that store and the atomic")) << fence;
  }
  EXPECT_EQ(the_last_block_copies("", "atom.acquire.gpu.global.add.u32").verdict, VerdictState::Unjudged);
}

const std::string takes_ticket =
    "ld.param.u64 %rd5, [P0]; setp.ne.u32 %p1, %r1, %r1; mov.u32 %r6, %tid.x; setp.eq.u32 %p1, %r6, 0;"
    "@%p1 atom.global.add.u32 %r5, [%rd5], 1; @%p1 st.shared.u32 [s], %r5; bar.sync 0; ld.shared.u32 %r5, [s];";
const BodyWish tickets{"8", "32", "", {"T=inout s32[t:1]*0"}};

// Four warps at one barrier of two: any two of them may meet. In pairs of their own, or behind a barrier of all, not.
TEST(NamedBarriers, AWarpInTheTurnOfOthersIsADoubt) {
  const auto run = [](const std::string& body) {
    return run_body(
        "mov.u32 %r6, %tid.x; shr.u32 %r4, %r6, 5; shr.u32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 0; mov.f32 %f2, %f1;" +
            body + stores,
        {"1", "128"});
  };
  EXPECT_THAT(run("bar.sync 1, 64;").doubt, HasSubstr("in the turn of others"));
  EXPECT_THAT(run("bar.arrive 1, 128; bar.sync 1, 128;").doubt, HasSubstr("in the turn of others"));
  EXPECT_EQ(run("add.u32 %r5, %r5, 1; bar.sync %r5, 64; bar.sync %r5, 64;").verdict, VerdictState::Right);
  EXPECT_EQ(run("@%p1 bra L; bar.sync 2, 64; bra M; L: bar.sync 1, 64; M: bar.sync 0; bar.sync 0;").verdict,
            VerdictState::Right);
  EXPECT_EQ(run("@%p1 bar.sync 1, 64; bar.sync 0; @!%p1 bar.sync 1, 64;").verdict, VerdictState::Right);
  const XrayReport parted = run("and.b32 %r5, %r6, 1; bar.sync %r5, 128;");
  EXPECT_THAT(parted.doubt, HasSubstr("different barriers"));
  const XrayFinding* const found = finding_of(parted, FindingKind::Divergence);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->text, "lane 0 of warp 0 names barrier 0, and lane 1 names barrier 1");
}

TEST(OrderOfThreads, ATicketThatIsNotTheBlocksNumberIsSeen) {
  const XrayReport report = run_body(
      takes_ticket + "setp.ne.u32 %p2, %r5, %r2; mov.f32 %f2, %f1; @%p2 mov.f32 %f2, 0f00000000;" + stores, tickets);
  ASSERT_FALSE(report.refused) << *report.refused;
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("in one order of blocks, warps and lanes"));
  // A ticket modulo two: the same in reverse, for an odd number of blocks.
  BodyWish odd = tickets;
  odd.grid = "7";
  EXPECT_EQ(run_body(takes_ticket +
                         "xor.b32 %r5, %r5, %r2; and.b32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0;"
                         "mov.f32 %f2, %f1; @%p2 mov.f32 %f2, 0f00000000;" +
                         stores,
                     odd)
                .verdict,
            VerdictState::Unjudged);
}

TEST(OrderOfThreads, ATicketOfALaneIsSeen) {
  const XrayReport report = run_body(
      "ld.param.u64 %rd5, [P0]; atom.global.add.u32 %r5, [%rd5], 1; setp.ne.u32 %p2, %r5, %r1; mov.f32 %f2, %f1;"
      "@%p2 mov.f32 %f2, 0f00000000;" +
          stores,
      {"1", "64", "", {"T=inout s32[t:1]*0"}});
  EXPECT_EQ(report.verdict, VerdictState::Unjudged) << report.doubt;
}

// Work by tickets: whoever comes takes the next part, and every part is done.
TEST(OrderOfThreads, WorkByTicketsStaysRight) {
  const XrayReport report =
      run_body(takes_ticket +
                   "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C]; mad.lo.u32 %r1, %r5, 32, %r6;"
                   "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;"
                   "ld.global.f32 %f2, [%rd1];" +
                   stores,
               tickets);
  EXPECT_EQ(report.outputs.at(0).state, VerdictState::Right) << report.doubt;
}

TEST(LanesOfAWarp, ThatRaceOnOneAddressAreNotRight) {
  const std::string race = "ld.param.u64 %rd5, [C]; cvt.rn.f32.u32 %f5, %r1; st.global.f32 [%rd5], %f5;";
  const XrayReport report = run_body(race + "mov.f32 %f2, %f1;" + stores);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("with no __syncwarp between them"));
  EXPECT_NE(run_body(race + "bar.warp.sync -1; mov.f32 %f2, %f1;" + stores).verdict, VerdictState::Right)
      << "within one instruction";
  EXPECT_EQ(
      run_body("ld.param.u64 %rd5, [C]; st.global.f32 [%rd5], 0f40E00000; bar.warp.sync -1; mov.f32 %f2, %f1;" + stores)
          .verdict,
      VerdictState::Right)
      << "all store the same, then wait";
  const XrayReport in_shared = run_body(
      "st.shared.u32 [s], %r1; mov.f32 %f2, %f1; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.f32 [s], %f1; bar.warp.sync "
      "-1;"
      "@%p1 ld.shared.f32 %f2, [s];" +
      stores);
  EXPECT_NE(in_shared.verdict, VerdictState::Right);
}

// A load that takes memory for read-only, of what the kernel itself has stored.
TEST(OrderOf, ReadOnlyLoadsOfWhatWasStoredIsNotKnown) {
  const std::string body =
      "st.global.f32 [%rd2], %f1; ld.globalNC.f32 %f2, [%rd2]; add.f32 %f2, %f2, 0f00000000;" + stores;
  EXPECT_EQ(run_body(replaced(body, "NC", "")).doubt, "");
  EXPECT_THAT(run_body(replaced(body, "NC", ".nc")).doubt, testing::HasSubstr("ld.global.nc reads element 0 of C"));
  EXPECT_EQ(run_body("ld.global.nc.f32 %f2, [%rd1];" + stores).doubt, "");
}

}  // namespace
}  // namespace tcviz
