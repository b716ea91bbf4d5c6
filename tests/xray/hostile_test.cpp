// Texts that no compiler makes, loops without an end, launches that do not fit: an answer in bounded time.
#include <gmock/gmock.h>

#include <random>

#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

std::string module_of(const std::string& body) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f(.param .u64 C, .param .u32 n)\n{\n"
         ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;\n" +
         body + "\n}\n";
}

XrayReport run(const std::string& body, const std::string& block = "64") {
  KernelCase made;
  made.entry = "f", made.block = block, made.arguments = {"C=out f32[m:8,n:8]", "8"};
  return run_case(made, module_of(body), {20'000});
}

bool finds(const XrayReport& report, FindingKind kind) {
  return std::ranges::any_of(report.findings, [&](const XrayFinding& finding) { return finding.kind == kind; });
}

TEST(HostileKernel, LoopsWithoutEndAreStopped) {
  const XrayReport report = run("L: bra L;");
  EXPECT_THAT(report.reason, HasSubstr("stopped at step"));
  EXPECT_NE(report.verdict, VerdictState::Right);
}

TEST(HostileKernel, BarriersThatNobodyComesToAreADeadlock) {
  const XrayReport report =
      run("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra L; bar.sync 1, 64; L: bar.sync 0; ret;");
  EXPECT_TRUE(finds(report, FindingKind::Deadlock));
}

TEST(HostileKernel, HalfAWarpAtACollectiveInstructionIsADivergence) {
  const XrayReport report =
      run("mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; bar.sync 0; bra E;"
          "L: bar.sync 1; E: ret;",
          "32");
  EXPECT_TRUE(finds(report, FindingKind::Divergence));
}

TEST(HostileKernel, EndedWarpsAreNotWaitedFor) {
  const XrayReport report = run("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 ret; bar.sync 0; ret;");
  EXPECT_FALSE(finds(report, FindingKind::Deadlock));
}

// What the README says is refused, and not guessed.
TEST(HostileKernel, TheModifierThatIsNotKnownIsNamed) {
  const std::string copy = "cp.async.bulk.tensor.3d.shared::cluster.global";
  for (const auto& [instruction, modifier] :
       {std::pair(copy + ".im2col.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3, %r4}], [%r5], {%r6};",
                  "the modifier .im2col of "),
        std::pair(copy + ".mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1, {%r2, %r3, %r4}], [%r5], %r6;",
                  "the modifier .multicast::cluster of "),
        std::pair(std::string("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd1, %rd2, "
                              "%r1, 0, 1, 1, 1, 0, 0;"),
                  "the modifier .sp of ")})
    EXPECT_THAT(run(instruction).refused.value_or(""), HasSubstr(modifier)) << instruction;
}

TEST(HostileKernel, WhatIsNotInThisVersionIsRefusedByName) {
  for (const char* instruction : {
           "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
           "[%r1], [%rd1, {%r2, %r3, %r4}], [%r5], {%r6};",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
           "[%r1], [%rd1], %r2, [%r3], %r4;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd1], [%r1], %r2;",
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];",
           "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd1, %rd2, %r1, 0, 1, 1, 1, 0, 0;",
           "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2}, {%r3,%r4}, "
           "{%f1,%f2,%f3,%f4}, %r5, 0;",
           "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}, {%r1,%r2}, {%r3,%r4}, "
           "{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};",
       }) {
    const XrayReport report = run(instruction);
    const std::string opcode = std::string(instruction).substr(0, std::string_view(instruction).find(' '));
    ASSERT_TRUE(report.refused) << instruction;
    EXPECT_THAT(*report.refused, HasSubstr(opcode.substr(0, opcode.find('.')))) << instruction;
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << instruction;
  }
}

TEST(HostileKernel, ALaterVersionIsNotTooOld) {
  for (const char* const version : {"9.9", "2147483647.2147483647"}) {
    KernelCase made;
    made.entry = "f", made.block = "32", made.arguments = {"C=out f32[m:8,n:8]", "8"};
    std::string text = module_of("ret;");
    text.replace(text.find("8.0"), 3, version);
    EXPECT_EQ(run_case(made, text).refused.value_or(""), "") << version;
  }
}

TEST(HostileKernel, AddressesOutsideAreFindings) {
  EXPECT_TRUE(finds(run("ld.param.u64 %rd1, [C]; st.global.f32 [%rd1+256], %f1; ret;"), FindingKind::Bounds));
  EXPECT_TRUE(
      finds(run("ld.param.u64 %rd1, [C]; ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+4]; ret;"), FindingKind::Alignment));
  EXPECT_TRUE(finds(run("mov.u32 %r1, 4096; st.shared.u32 [%r1], %r1; ret;"), FindingKind::Bounds));
}

TEST(HostileKernel, UnknownInstructionsAreRefusedWhenTheyAreExecuted) {
  EXPECT_FALSE(run("bra E; frobnicate.b32 %r1, %r2; E: ret;").refused);
  const XrayReport report = run("frobnicate.b32 %r1, %r2; ret;");
  ASSERT_TRUE(report.refused);
  EXPECT_THAT(*report.refused, HasSubstr("frobnicate.b32"));
  EXPECT_TRUE(run("add.strange.s32 %r1, %r2, %r3; ret;").refused);
}

TEST(HostileKernel, OneFindingForALineAndAKind) {
  const XrayReport report =
      run(".loc 1 7 0\n ld.param.u64 %rd1, [C]; st.global.f32 [%rd1+256], %f1; st.global.f32 [%rd1+260], %f1; ret;");
  EXPECT_EQ(std::ranges::count(report.findings, FindingKind::Bounds, &XrayFinding::kind), 1);
  EXPECT_EQ(report.findings.front().count, 128);
  EXPECT_EQ(report.findings.front().line, 7);
}

TEST(HostileKernel, LanesThatAreNotTogetherAreWarnedOf) {
  const std::string store =
      ".shared .b32 s[64]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2; "
      "xor.b32 %r5, %r4, 4; st.shared.u32 [%r4], %r1;";
  const std::string load = " ld.shared.u32 %r6, [%r5]; ret;";
  const XrayReport apart = run(store + load);
  ASSERT_FALSE(apart.findings.empty());
  EXPECT_EQ(apart.findings[0].weight, FindingWeight::Warning);
  EXPECT_THAT(apart.findings[0].text, HasSubstr("no __syncwarp between"));
  EXPECT_TRUE(run(store + " bar.warp.sync -1;" + load).findings.empty());
  EXPECT_TRUE(run(store + " ld.shared.u32 %r6, [%r4]; ret;").findings.empty()) << "its own";
}

TEST(HostileKernel, WarpsThatStoreTheSameAreNoRace) {
  const std::string body =
      ".shared .b32 s[64]; mov.u32 %r1, %tid.x; shr.u32 %r1, %r1, 5; mov.u32 %r3, s; st.shared.u32 [%r3], VALUE;"
      "bar.sync 0; ld.shared.u32 %r7, [%r3]; ret;";
  const auto with = [&](const std::string& value) {
    return run(std::string(body).replace(body.find("VALUE"), 5, value));
  };
  EXPECT_TRUE(with("7").findings.empty());
  EXPECT_TRUE(finds(with("%r1"), FindingKind::Race));
}

TEST(HostileKernel, ARaceIsFound) {
  const std::string body =
      ".shared .b32 s[64]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2; "
      "st.shared.u32 [%r4], %r1;"
      "BARRIER xor.b32 %r5, %r2, 128; add.u32 %r6, %r3, %r5; ld.shared.u32 %r7, [%r6]; ret;";
  const auto with = [&](const std::string& barrier) {
    return run(std::string(body).replace(body.find("BARRIER"), 7, barrier));
  };
  EXPECT_TRUE(finds(with(""), FindingKind::Race));
  EXPECT_FALSE(finds(with("bar.sync 0;"), FindingKind::Race));
}

// Pieces of real kernels, changed by chance: whatever comes out, it comes soon, and nothing breaks.
TEST(HostileKernel, ChangedKernelsEnd) {
  std::mt19937 random(3);
  for (const char* name : {"tiled", "attention", "wmma_bias", "split_atomic", "async_pipe", "twice", "pipeline"}) {
    const KernelCase& of = kernel_case(name);
    const std::string text = ptx_text(of);
    for (int turn = 0; turn < 40; ++turn) {
      std::string changed = text;
      for (int change = 0; change < 4; ++change) {
        const std::size_t at = random() % changed.size();
        if (changed[at] >= '0' && changed[at] <= '9')
          changed[at] = static_cast<char>('0' + random() % 10);
        else if (turn % 2 == 0)
          changed[at] = "{}[]();,.:@!x7 "[random() % 15];
      }
      const XrayReport report = run_case(of, changed, {20'000});
      EXPECT_TRUE(report.refused || !report.outputs.empty());
    }
  }
}

TEST(HostileLaunch, MemoryThatNoGpuHasIsRefused) {
  const auto refusal = [](const std::string& body, const std::string& params) {
    KernelCase made;
    made.entry = "f", made.block = "1024", made.arguments = {"C=out f32[m:8,n:8]", "8"};
    std::string text = module_of(body);
    text.replace(text.find(".param .u32 n"), 13, params);
    return run_case(made, text, {1'000}).refused.value_or("");
  };
  const std::string n = ".param .u32 n";
  EXPECT_THAT(refusal(".local .b8 l[524289]; ret;", n), HasSubstr("524288 are the most"));
  EXPECT_THAT(refusal(".local .b8 l[524288]; ret;", n), HasSubstr("fewer threads"));
  EXPECT_EQ(refusal(".local .b8 l[1024]; ret;", n), "");
  EXPECT_THAT(refusal("ret;", ".param .b8 n[2147483647]"), HasSubstr("32764 are the most"));
}

TEST(HostileLaunch, IsRefusedWithASentence) {
  for (const char* text :
       {"A=f17[m:2]", "A=f16[m:0]", "A=f16[]", "A=f16[m:4,m:4]", "A=f16[m:99999999999]", "A=f16[m:4]@2",
        "A=f16[m:4]:diagonal", "=f16[m:4]", "hex:0", "hex:zz", "tma(A", "tma(A,box=0)",
        "A=f16[m:100000000,k:100000000]", "", "A=f16[m|n:4]", "A=s8[m:4]*nan", "A=s8[m:4]*inf"})
    EXPECT_FALSE(read_xray_argument(text).ok()) << text;
  EXPECT_FALSE(read_dim3("--grid", "1,2,3,4").ok());
  EXPECT_FALSE(read_dim3("--grid", "99999999999").ok());
  KernelCase of = kernel_case("mma_naive");
  of.grid = "2000000000,65535,65535";
  EXPECT_THAT(*run_case(of, ptx_text(of)).refused, HasSubstr("too many blocks"));
  of.grid = "1", of.block = "1025";
  EXPECT_THAT(*run_case(of, ptx_text(of)).refused, HasSubstr("1,024"));
}

TEST(XrayArrays, KnowTheirIndices) {
  const XrayArray array = read_xray_argument("B=f16[k:3,n:2]:col@4").value().array;
  EXPECT_EQ(array.elements(), 7);
  EXPECT_EQ(array.indices(5), (std::vector<std::int64_t>{1, 1}));
  EXPECT_FALSE(array.indices(3).has_value());
}

TEST(HostileLaunch, APitchThatNoMemoryHasIsRefused) {
  for (const char* const pitch : {"333333323333323333", "9223372036854775807", "67108865"}) {
    const auto read = read_xray_argument(std::string("A=f64[m:4,n:5]@") + pitch);
    ASSERT_FALSE(read.ok()) << pitch;
    EXPECT_THAT(read.error().message, HasSubstr("too large"));
  }
}

}  // namespace
}  // namespace tcviz
