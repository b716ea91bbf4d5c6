// The rules of registers' widths refuse nothing that an assembler takes: each line was taken by ptxas 13.0 for sm_90
// (2026-11-25). PTX that it refuses is refused by name.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/step/lower.hpp"
#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr std::string_view head = R"(.version 8.6
.target sm_90
.address_size 64
.visible .entry f(.param .u64 C)
{
.reg .pred %p<5>; .reg .b16 %h<5>; .reg .b32 %r<9>; .reg .f32 %f<5>; .reg .b64 %rd<6>; .reg .f64 %d<5>; .reg .b16 %b<3>;
.shared .align 16 .b8 sm[1024];
)";
constexpr std::string_view taken = R"(
    and.pred %p1, %p2, %p3;
    or.pred %p1, %p2, %p3;
    not.pred %p1, %p2;
    xor.pred %p1, %p2, %p3;
    mov.pred %p1, %p2;
    setp.lt.s32 %p1|%p2, %r1, %r2;
    setp.lt.and.s32 %p1, %r1, %r2, %p2;
    setp.gt.f16 %p1, %h1, %h2;
    setp.gt.u64 %p1, %rd1, %rd2;
    add.f16x2 %r1, %r2, %r3;
    add.rn.bf16x2 %r1, %r2, %r3;
    fma.rn.bf16x2 %r1, %r2, %r3, %r4;
    fma.rn.f16 %h1, %h2, %h3, %h1;
    fma.rn.relu.f16x2 %r1, %r2, %r3, %r4;
    max.NaN.f16x2 %r1, %r2, %r3;
    neg.f16x2 %r1, %r2;
    neg.bf16x2 %r1, %r2;
    abs.f16x2 %r1, %r2;
    ex2.approx.f16x2 %r1, %r2;
    ex2.approx.ftz.bf16x2 %r1, %r2;
    tanh.approx.bf16x2 %r1, %r2;
    tanh.approx.f16 %h1, %h2;
    mul.wide.u16 %r1, %h1, %h2;
    mul.wide.s32 %rd1, %r1, %r2;
    mad.wide.u32 %rd1, %r1, %r2, %rd2;
    mad.lo.s32 %r1, %r2, %r3, %r4;
    shl.b64 %rd1, %rd2, %r1;
    shl.b16 %h1, %h2, %r1;
    shr.s64 %rd1, %rd2, 3;
    shf.l.wrap.b32 %r1, %r2, %r3, %r4;
    selp.b16 %h1, %h2, %h3, %p1;
    selp.f64 %d1, %d2, %d3, %p1;
    popc.b64 %r1, %rd1;
    clz.b64 %r1, %rd1;
    bfind.u64 %r1, %rd1;
    bfe.u64 %rd1, %rd2, %r1, %r2;
    bfi.b64 %rd1, %rd2, %rd3, %r1, %r2;
    brev.b64 %rd1, %rd2;
    prmt.b32 %r1, %r2, %r3, 0x5410;
    lop3.b32 %r1, %r2, %r3, %r4, 0x96;
    mov.b32 %r1, {%h1, %h2};
    mov.b32 {%h1, %h2}, %r1;
    mov.b64 %rd1, {%r1, %r2};
    mov.b64 {%r1, %r2}, %rd1;
    mov.b64 %rd1, {%h1, %h2, %h3, %h1};
    mov.b32 %f1, %r1;
    mov.b32 %r1, %f1;
    mov.b64 %d1, %rd1;
    mov.b16 %h1, %b1;
    mov.u32 %r1, %tid.x;
    mov.u32 %r1, %laneid;
    mov.u64 %rd1, %clock64;
    mov.u32 %r1, sm;
    mov.u64 %rd1, sm;
    cvta.to.global.u64 %rd1, %rd2;
    cvta.shared.u64 %rd1, %rd2;
    shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;
    shfl.sync.idx.b32 %f1, %f2, 1, 31, -1;
    sad.u32 %r1, %r2, %r3, %r4;
    mul24.lo.s32 %r1, %r2, %r3;
    dp4a.u32.u32 %r1, %r2, %r3, %r4;
    rcp.approx.ftz.f64 %d1, %d2;
    sqrt.rn.f64 %d1, %d2;
    copysign.f32 %f1, %f2, %f3;
    cnot.b32 %r1, %r2;
    div.full.f32 %f1, %f2, %f3;
    rem.u64 %rd1, %rd2, %rd3;
    cvt.u64.u32 %rd1, %r1;
    cvt.rn.f16x2.f32 %r1, %f1, %f2;
    cvt.rn.bf16x2.f32 %r1, %f1, %f2;
    cvt.u8.u32 %r1, %r2;
    cvt.u32.u8 %r1, %h1;
    cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;
    ld.global.u8 %r1, [%rd1];
    ld.global.u8 %h1, [%rd1];
    ld.global.v4.f32 {%f1,%f2,%f3,%f1}, [%rd1];
    ld.global.b16 %r1, [%rd1];
    ld.global.u32 %rd2, [%rd1];
    ld.global.f32 %r1, [%rd1];
    st.global.u8 [%rd1], %r1;
    st.global.b16 [%rd1], %r1;
    st.global.v2.b32 [%rd1], {%r1, %f1};
    ld.shared.v2.u64 {%rd1,%rd2}, [sm];
    vote.sync.ballot.b32 %r1, %p1, -1;
    match.any.sync.b32 %r1, %r2, -1;
    redux.sync.add.s32 %r1, %r2, -1;
    activemask.b32 %r1;
    mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f1},
      {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%f1,%f2,%f3,%f1};
    mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1,%d2}, {%d3}, {%d1}, {%d1,%d2};
    mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1,%r2}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2};
    mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r1,%r2,%r3,%r4};
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1,%r2,%r3,%r4}, [%r5];
    ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r1}, [sm];
    @%p1 add.s32 %r1, %r1, 1;
    @!%p1 mov.b64 %rd1, 0;
    atom.global.add.u32 %r1, [%rd1], %r2;
    red.global.add.f32 [%rd1], %f1;
    min.s64 %rd1, %rd2, %rd3;
    sub.f64 %d1, %d2, %d3;
    mul.hi.u64 %rd1, %rd2, %rd3;
    not.b64 %rd1, %rd2;
    and.b16 %h1, %h2, %h3;
    or.b32 %f1, %f2, %f3;
)";

TEST(Assembles, WhatPtxasTakes) {
  const auto module = read_ptx(std::string(head) + std::string(taken) + "ret;\n}\n");
  ASSERT_TRUE(module) << module.error().message;
  const auto program = lower(module.value(), *module.value().entry("f"), {});
  ASSERT_TRUE(program) << program.error().message;
  for (const XrayStep& step : program.value().steps) EXPECT_NE(step.run, nullptr) << step.refusal;
  EXPECT_GE(program.value().steps.size(), static_cast<std::size_t>(std::ranges::count(taken, ';')));
}

TEST(PtxasTakes, ARegisterBesideManyOfItsName) {
  for (const char* body : {".reg .b32 %r; mov.u32 %r, 5; add.u32 %r, %r, %r3;",
                           ".reg .b32 %q; .reg .b32 %q<3>; mov.u32 %q, %q2;", ".shared .align 16384 .b8 t[4];"})
    EXPECT_EQ(refusal_of(text_with(body)), "") << body;
}

TEST(PtxThatNoAssemblerTakes, IsRefusedByName) {
  ASSERT_EQ(refusal_of(text_with("mov.f32 %f2, %f1;" + stores)), "");
  for (const auto& [body, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {".reg .b32 %r<5>;", "%r is declared twice"},
           {".reg .b32 %r3;", "%r3 is declared twice"},
           {".reg .b32 x; .reg .b32 x;", "x is declared twice"},
           {"L: mov.u32 %r5, 1; L: mov.u32 %r5, 2;", "L is declared twice"},
           {".shared .b32 s[4];", "s is declared twice"},
           {"mov.u32 %r5, %q1;", "%q1 is declared nowhere"},
           {"mov.u32 %r5, %r9;", "%r9 is declared nowhere"},
           {"bra L; add.u32 %r5, %r5, q; L:", "'q' is declared nowhere"},
           {"add.b32 %r1, %r2, %r3;", "add does not take .b32: it takes .u16, .u32"},
           {"fma.f32 %f1, %f1, %f1, %f1;", "fma.f32 needs .rn, .rz, .rm or .rp"},
           {"abs.ftz.f64 %d1, %d1;", "abs.f64 does not take .ftz here"},
           {"add.ftz.ftz.f32 %f1, %f1, %f1;", ".ftz is there twice"},
           {"cvt.f32.f64 %f1, %rd2;", "cvt.f32.f64 needs .rn, .rz, .rm or .rp"},
           {"cvt.sat.u64.u8 %rd1, %r2;", "cvt.u64.u8 does not take .sat here"},
           {"add.s32 %f1, %r2, %r3;", "%f1 is declared as a floating-point number, and it takes a whole number"},
           {"ld.global.v2.f32 %f1, [%rd2];", ".v2 takes a vector of 2"},
           {"ld.relaxed.global.f32 %f1, [%rd2];", "ld.f32 needs .cta, .cluster, .gpu or .sys"},
           {"setp.lt.and.s32 %p1, %r1, %r2;", "it needs a predicate to combine with"},
           {"red.global.add.b32 [%rd2], %r1;", "red.b32 does not take .add here"},
           {"bar.arrive 1;", "it has 1 operand, and it takes 2"},
           {"mov.u32 %r5, %rd1;", "%rd1 has 64 bits, and it takes 32"},
           {"mov.u64 %rd5, %r1;", "%r1 has 32 bits, and it takes 64"},
           {"add.f32 %f5, %d1, %f1;", "%d1 has 64 bits, and it takes 32"},
           {"mul.wide.u32 %r5, %r1, 4;", "%r5 has 32 bits, and it takes 64"},
           {"shl.b64 %rd5, %rd1, %rd2;", "%rd2 has 64 bits, and it takes 32"},
           {"setp.eq.u32 %r5, %r1, 0;", "%r5 is no predicate"},
           {"@%r1 mov.u32 %r5, 0;", "%r1 is no predicate"},
           {"add.u32 %r5, %p1, 0;", "%p1 is a predicate"},
           {"ld.global.u64 %r5, [%rd1];", "%r5 has 32 bits, and it takes 64"},
           {"st.const.f32 [%rd1], %f1;", "constant memory is not stored to"},
           {"mov.b64 %rd5, {%r1, %rd1};", "96 bits, and it takes 64"},
       })
    EXPECT_THAT(refusal_of(text_with(body)), HasSubstr(why)) << body;
  for (const char* body :
       {"{ .reg .b32 %r3; mov.u32 %r3, 1; }", "{ L: bra M; } { L: bra M; } M:", "ld.global.u8 %r5, [%rd1];",
        "cvt.u16.u32 %h1, %r1; mov.b32 %r5, {%h1, %h1};", "mad.wide.u32 %rd5, %r1, 4, %rd1;", "popc.b64 %r5, %rd1;",
        "selp.b32 %r5, 1, 0, %p1;", "mov.u64 %rd5, %clock64;", "mov.u32 %r5, s;", "and.pred %p1, %p1, %p2;"})
    EXPECT_EQ(refusal_of(text_with(body)), "") << body;
  const std::string text = text_with("ret;");
  EXPECT_THAT(refusal_of(replaced(text, "8.8", "7.7")),
              HasSubstr("it needs .version 7.8 or later, and the PTX is 7.7"));
}

// The least version of each, found by ptxas 13.
TEST(PtxThatNoAssemblerTakes, HasAVersionThatIsTooOld) {
  const auto on = [](const std::string& version, const std::string& target, const std::string& instruction) {
    return refusal_of(".version " + version + "\n.target sm_" + target +
                      "\n.address_size 64\n.visible .entry f(){\n.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;"
                      ".reg .f32 %f<9>;\n" +
                      instruction + ";\nret; }\n");
  };
  struct Row {
    const char *before, *since, *target, *instruction;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"6.0", "7.0", "80",
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},{%f1,%f2,%f3,%f4}"},
           {"6.4", "6.5", "75",
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4},{%r1,%r2},{%r3},{%f1,%f2,%f3,%f4}"},
           {"8.3", "8.4", "89",
            "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
            "{%f1,%f2,%f3,%f4},{%r5,%r6,%r7,%r8},{%r1,%r2},{%f1,%f2,%f3,%f4}"},
           {"6.4", "6.5", "75", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2]"},
           {"7.7", "7.8", "75", "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2"},
           {"7.8", "8.0", "90", "elect.sync %r1|%p1, -1"},
           {"7.0", "7.1", "80", "mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 0"},
           {"7.3", "7.4", "80", "ld.global.L2::256B.u32 %r1, [%rd1]"},
           {"7.8", "8.0", "90", "fence.proxy.async"}}) {
    EXPECT_THAT(on(row.before, row.target, row.instruction), HasSubstr("or later, and the PTX is")) << row.instruction;
    EXPECT_EQ(on(row.since, row.target, row.instruction), "") << row.instruction;
  }
}

// Opcodes of lines that ptxas takes, and others with many operands, each with operands of every form and number.
TEST(PtxThatNoAssemblerTakes, WithAnyOperandsHasAnAnswer) {
  std::vector<std::string> opcodes = {"cp.async.bulk.prefetch.tensor.2d.L2.global",
                                      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group",
                                      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
                                      "mbarrier.arrive.shared::cluster.b64",
                                      "fence.proxy.tensormap::generic.acquire.gpu",
                                      "createpolicy.fractional.L2::evict_last.b64",
                                      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                                      "wmma.load.a.sync.aligned.row.m16n16k16.global.f16",
                                      "stmatrix.sync.aligned.m8n8.x1.shared.b16",
                                      "bar.sync",
                                      "griddepcontrol.wait"};
  std::istringstream lines{std::string(taken)};
  for (std::string opcode, rest; lines >> opcode && std::getline(lines, rest);) opcodes.push_back(opcode);
  int answers = 0;
  for (const std::string& opcode : opcodes)
    for (const char* const operands :
         {"", "%r1", "[%rd1]", "_", "{%r1}", "{}", "()", "[%rd1, {%r1}]", "[]", "1", "%r1, %r2", "[%rd1], %r1",
          "{%r1, %r2}, [%rd1]", "%r1, %r2, %r3", "%p1", "%r1|%p1", "[%rd1], [%rd2], 16", "_, _, _, _, _"}) {
      const auto module = read_ptx(replaced(text_with(opcode + " " + operands + ";"), "sm_90", "sm_90a"));
      if (!module.ok()) {
        answers += !module.error().message.empty();
        continue;
      }
      XrayRequest request;
      request.arguments = {read_xray_argument("A=f32[m:32]").value(), read_xray_argument("C=out f32[m:32]").value()};
      request.block = {32, 1, 1};
      const auto report =
          run_xray(module.value(), request, [](const std::string& kind) { return layout_in_test(kind, 90); });
      answers += report.ok() || !report.error().message.empty();
    }
  EXPECT_EQ(answers, 18 * static_cast<int>(opcodes.size()));
  EXPECT_THAT(refusal_of(text_with("bar.sync {};")), HasSubstr("a vector has no elements"));
  for (const char* line : {"bar.sync;", "barrier.sync;", "barrier.sync.aligned;"})
    EXPECT_THAT(refusal_of(text_with(line)), HasSubstr("it has 0 operands, and it takes 1")) << line;
  EXPECT_THAT(refusal_of(text_with("cp.async.bulk.prefetch.tensor.2d.L2.global;")),
              HasSubstr("it has 0 operands, and it takes 1"));
}

TEST(LaunchOfAKernel, IsThatOfReqntid) {
  const auto launched = [&](const std::string& block, const std::string& wish) {
    const auto module = read_ptx(text_with("mov.f32 %f2, %f1;" + stores, {"1", "32", wish}));
    XrayRequest request;
    request.block = read_dim3("--block", block).value();
    request.arguments = {read_xray_argument("A=f32[m:64]").value(), read_xray_argument("C=out f32[m:64]").value()};
    const auto report =
        run_xray(module.value(), request, [](const std::string& kind) { return layout_in_test(kind, 90); });
    return report.ok() ? std::string() : report.error().message;
  };
  EXPECT_EQ(launched("64", " .reqntid 64"), "");
  EXPECT_THAT(launched("32", " .reqntid 64"), HasSubstr("made for 64x1x1 (.reqntid)"));
  EXPECT_THAT(launched("64", " .reqntid 32, 2"), HasSubstr("made for 32x2x1"));
  EXPECT_EQ(launched("32", " .maxntid 64"), "");
  EXPECT_THAT(launched("32", " .reqnctapercluster 2"), HasSubstr("clusters of 2 blocks"));
}

}  // namespace
}  // namespace tcviz
