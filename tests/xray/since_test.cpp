// What an instruction needs, as ptxas accepts it for one architecture and refuses it for another.
#include <gmock/gmock.h>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/step/lower.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::Not;

struct SinceCase {
  const char *least, *instruction;
};

// Found by ptxas 13 with -arch sm_75 to sm_100a, of an entry that has this instruction alone. 75: or older.
const std::vector<SinceCase> since_cases = {
    {"75", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4},{%r1,%r2},{%r3},{%f1,%f2,%f3,%f4}"},
    {"75", "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"80",
     "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
     "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},{%f1,%f2,%f3,%f4}"},
    {"80", "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%f1,%f2,%f3,%f4},{%r1,%r2},{%r3},{%f1,%f2,%f3,%f4}"},
    {"80",
     "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
     "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},{%f1,%f2,%f3,%f4}"},
    {"80", "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4},{%r1,%r2},{%r3},{%f1,%f2,%f3,%f4}"},
    {"80", "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%r1,%r2,%r3,%r4},{%r5,%r6},{%r7},{%r1,%r2,%r3,%r4}"},
    {"80",
     "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
     "{%r1,%r2,%r3,%r4},{%r5,%r6,%r7,%r8},{%r1,%r2},{%r1,%r2,%r3,%r4}"},
    {"89",
     "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
     "{%f1,%f2,%f3,%f4},{%r5,%r6,%r7,%r8},{%r1,%r2},{%f1,%f2,%f3,%f4}"},
    {"89", "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%f1,%f2,%f3,%f4},{%r5,%r6},{%r1},{%f1,%f2,%f3,%f4}"},
    {"89", "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%r1,%r2},{%r5,%r6,%r7,%r8},{%r1,%r2},{%r1,%r2}"},
    {"80", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1,%d2},{%d3},{%d4},{%d1,%d2}"},
    {"90", "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%d1,%d2,%d3,%d4},{%d5,%d6},{%d7},{%d1,%d2,%d3,%d4}"},
    {"90",
     "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
     "{%d1,%d2,%d3,%d4},{%d1,%d2,%d3,%d4,%d5,%d6,%d7,%d8},{%d1,%d2,%d3,%d4},{%d1,%d2,%d3,%d4}"},
    {"75", "mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"75", "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"80", "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"80", "mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%r1,%r2,%r3,%r4},{%r5,%r6},{%r7},{%r1,%r2,%r3,%r4}"},
    {"75", "wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r1}, [%rd1], %r9"},
    {"75", "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"80", "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r1,%r2},{%r3},{%r4},{%r1,%r2}"},
    {"80", "wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r1,%r2,%r3,%r4}, [%rd1], %r9"},
    {"80", "wmma.load.a.sync.aligned.row.m16n16k8.global.tf32 {%r1,%r2,%r3,%r4}, [%rd1], %r9"},
    {"80", "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%d1}, [%rd1], %r9"},
    {"75", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2]"},
    {"75", "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2"},
    {"90", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r1}"},
    {"90a", "wgmma.fence.sync.aligned"},
    {"90a", "wgmma.commit_group.sync.aligned"},
    {"90a", "setmaxnreg.inc.sync.aligned.u32 240"},
    {"80", "cp.async.ca.shared.global [%r1], [%rd1], 16"},
    {"80", "cp.async.commit_group"},
    {"80", "cp.async.wait_group 0"},
    {"80", "cp.async.mbarrier.arrive.shared.b64 [%r1]"},
    {"90", "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 16, [%r2]"},
    {"90", "cp.async.bulk.commit_group"},
    {"80", "mbarrier.init.shared.b64 [%r1], 1"},
    {"80", "mbarrier.inval.shared.b64 [%r1]"},
    {"80", "mbarrier.arrive.shared.b64 %rd1, [%r1]"},
    {"80", "mbarrier.arrive.shared.b64 _, [%r1]"},
    {"80", "mbarrier.arrive.noComplete.shared.b64 %rd1, [%r1], 2"},
    {"80", "mbarrier.arrive_drop.shared.b64 %rd1, [%r1]"},
    {"90", "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 16"},
    {"80", "mbarrier.arrive.release.cta.shared.b64 %rd1, [%r1]"},
    {"90", "mbarrier.arrive.release.cluster.shared.b64 %rd1, [%r1]"},
    {"90", "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 16"},
    {"90", "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r1], 16"},
    {"80", "mbarrier.test_wait.shared.b64 %p1, [%r1], %rd1"},
    {"80", "mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 0"},
    {"80", "mbarrier.test_wait.parity.acquire.cta.shared.b64 %p1, [%r1], 0"},
    {"90", "mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0"},
    {"80", "mbarrier.pending_count.b64 %r1, %rd1"},
    {"90", "barrier.cluster.arrive.aligned"},
    {"90", "mapa.shared::cluster.u32 %r1, %r2, %r3"},
    {"90", "getctarank.shared::cluster.u32 %r1, %r2"},
    {"90", "fence.acq_rel.cluster"},
    {"90", "fence.proxy.async"},
    {"90", "fence.proxy.async.shared::cta"},
    {"90", "fence.mbarrier_init.release.cluster"},
    {"90", "griddepcontrol.wait"},
    {"80", "redux.sync.add.s32 %r1, %r2, -1"},
    {"90", "elect.sync %r1|%p1, -1"},
    {"90", "ld.shared::cluster.u32 %r1, [%r2]"},
    {"90", "ld.acquire.cluster.global.u32 %r1, [%rd1]"},
    {"75", "ld.global.L2::64B.u32 %r1, [%rd1]"},
    {"75", "ld.global.L2::128B.u32 %r1, [%rd1]"},
    {"80", "ld.global.L2::256B.u32 %r1, [%rd1]"},
    {"80", "ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2"},
    {"80", "st.global.L2::cache_hint.u32 [%rd1], %r1, %rd2"},
    {"90", "atom.global.add.noftz.bf16x2 %r1, [%rd1], %r2"},
    {"90", "red.global.add.noftz.bf16x2 [%rd1], %r2"},
    {"90", "red.global.add.v2.f32 [%rd1], {%f3,%f4}"},
    {"90", "atom.acq_rel.cluster.global.add.u32 %r1, [%rd1], %r2"},
    {"90", "prefetch.tensormap [%rd1]"},
    {"80", "applypriority.global.L2::evict_normal [%rd1], 128"},
    {"80", "discard.global.L2 [%rd1], 128"},
    {"80", "cvt.rn.bf16.f32 %rs1, %f1"},
    {"80", "cvt.rn.bf16x2.f32 %r1, %f1, %f2"},
    {"80", "cvt.rn.f16x2.f32 %r1, %f1, %f2"},
    {"80", "cvt.rna.tf32.f32 %r1, %f1"},
    {"90", "cvt.rn.tf32.f32 %r1, %f1"},
    {"80", "cvt.f32.bf16 %f1, %rs1"},
    {"90", "cvt.rn.bf16.s32 %rs1, %r1"},
    {"90", "cvt.rni.s32.bf16 %r1, %rs1"},
    {"90", "cvt.rn.bf16.f16 %rs1, %rs2"},
    {"80", "cvt.rn.relu.f16.f32 %rs1, %f1"},
    {"89", "cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2"},
    {"89", "cvt.rn.f16x2.e4m3x2 %r1, %rs1"},
    {"90", "add.bf16 %rs1, %rs2, %rs3"},
    {"90", "add.rn.bf16x2 %r1, %r2, %r3"},
    {"90", "sub.bf16x2 %r1, %r2, %r3"},
    {"90", "mul.bf16x2 %r1, %r2, %r3"},
    {"80", "fma.rn.bf16x2 %r1, %r2, %r3, %r4"},
    {"80", "fma.rn.bf16 %rs1, %rs2, %rs3, %rs1"},
    {"80", "fma.rn.relu.f16x2 %r1, %r2, %r3, %r4"},
    {"80", "min.f16x2 %r1, %r2, %r3"},
    {"80", "max.f16 %rs1, %rs2, %rs3"},
    {"80", "max.bf16x2 %r1, %r2, %r3"},
    {"80", "neg.bf16x2 %r1, %r2"},
    {"80", "abs.bf16 %rs1, %rs2"},
    {"90", "setp.lt.bf16 %p1, %rs1, %rs2"},
    {"75", "tanh.approx.f16x2 %r1, %r2"},
    {"90", "tanh.approx.bf16x2 %r1, %r2"},
    {"75", "ex2.approx.f16x2 %r1, %r2"},
    {"90", "ex2.approx.ftz.bf16x2 %r1, %r2"},
};

std::string since_text(const std::string& instruction, const std::string& target) {
  return ".version 8.8\n.target sm_" + target +
         "\n.address_size 64\n.visible .entry f(){\n.reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<20>;"
         ".reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %d<20>;\n" +
         instruction + ";\nret; }\n";
}

// Why the first instruction is refused; empty if it is not.
std::string refusal_on(const std::string& instruction, const std::string& target, ComputeCapability launched = 0) {
  const auto module = read_ptx(since_text(instruction, target));
  if (!module.ok()) return module.error().message;
  XrayLaunch launch;
  launch.architecture = launched;
  const auto program = lower(module.value(), *module.value().entry("f"), launch);
  return program.ok() ? program.value().steps.at(0).refusal : program.error().message;
}

TEST(Architectures, RefuseWhatTheyLack) {
  const std::vector<std::string> targets = {"75", "80", "86", "89", "90", "90a"};
  for (const SinceCase& one : since_cases) {
    bool has = false;
    for (const std::string& target : targets) {
      has = has || target == one.least;
      const std::string why = refusal_on(one.instruction, target);
      if (has)
        EXPECT_EQ(why, "") << one.instruction << " on sm_" << target;
      else
        EXPECT_THAT(why, HasSubstr("it needs sm_")) << one.instruction << " on sm_" << target;
    }
  }
  EXPECT_GT(since_cases.size(), 80U);
}

TEST(Architectures, AFamilyIsNotLeft) {
  EXPECT_THAT(refusal_on("wgmma.fence.sync.aligned", "100a"), HasSubstr("it needs sm_90a, and no other has it"));
  EXPECT_EQ(refusal_on("setmaxnreg.inc.sync.aligned.u32 240", "100a"), "");
  EXPECT_THAT(refusal_on("setmaxnreg.inc.sync.aligned.u32 240", "100"), HasSubstr("it needs sm_90a"));
  EXPECT_THAT(refusal_on("wgmma.fence.sync.aligned", "90a", 100), HasSubstr("the kernel is for sm_90"));
}

// Both count: what .target allows, and what the launch is for.
TEST(Architectures, AreThatOfTheModuleAndOfTheLaunch) {
  EXPECT_THAT(refusal_on("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2]", "70"),
              HasSubstr("it needs sm_75 or later, and the kernel is for sm_70"));
  EXPECT_THAT(refusal_on("elect.sync %r1|%p1, -1", "90", 80), HasSubstr("the kernel is for sm_80"));
  EXPECT_THAT(refusal_on("elect.sync %r1|%p1, -1", "80", 90), HasSubstr("the kernel is for sm_80"));
  EXPECT_EQ(refusal_on("elect.sync %r1|%p1, -1", "90", 100), "");
}

// It counts where it is executed, and what came before stays.
TEST(Architectures, ARefusedInstructionEndsTheExecution) {
  const XrayReport report = run_case(kernel_case("mma_naive"),
                                     replaced(ptx_text(kernel_case("mma_naive")), ".target sm_80", ".target sm_75"));
  ASSERT_TRUE(report.refused);
  EXPECT_THAT(*report.refused, HasSubstr("it needs sm_80 or later, and the kernel is for sm_75"));
  EXPECT_THAT(*report.refused, Not(HasSubstr("line 0")));
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_GT(report.steps, 0);
}

}  // namespace
}  // namespace tcviz
