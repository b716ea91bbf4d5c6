// Right by luck: inputs too small to tell, values that nobody wrote, and what is not the same in every run. None is
// called right.
#include <gmock/gmock.h>

#include <cmath>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/machine/special_registers.hpp"
#include "gpu/kernel/xray/step/lower.hpp"
#include "gpu/kernel/xray/step/opcodes.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/given_numbers.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

struct BodyWish {
  std::string grid = "1", block = "32", before = "";
  std::vector<std::string> more = {};  // arguments
};

std::string text_with(const std::string& body, const BodyWish& wish = {}) {
  std::string params;
  for (std::size_t at = 0; at < wish.more.size(); ++at) params += ", .param .u64 P" + std::to_string(at);
  return ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C" + params +
         ")" + wish.before +
         "\n{\n.reg .f32 %f<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f64 %d<9>; .reg .b16 %h<9>; .reg .pred %p<4>;"
         ".shared .align 16 .b8 s[128];\n"
         "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;"
         "mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd1, %rd1, %rd3;"
         "add.s64 %rd2, %rd2, %rd3; ld.global.f32 %f1, [%rd1];\n" +
         body + "\nret;\n}\n";
}

// C is A, one element a thread, with what the body does to it: it has A's element in %f1, C's address in %rd2, and
// leaves %f2.
XrayReport run_body(const std::string& body, const BodyWish& wish = {}) {
  KernelCase made;
  made.entry = "f", made.grid = wish.grid, made.block = wish.block, made.architecture = 0;
  const int threads = std::stoi(wish.grid) * std::stoi(wish.block);
  made.arguments = {"A=f32[m:" + std::to_string(threads) + "]", "C=out f32[m:" + std::to_string(threads) + "]"};
  made.arguments.insert(made.arguments.end(), wish.more.begin(), wish.more.end());
  return run_case(made, text_with(body, wish));
}

const std::string stores = "st.global.f32 [%rd2], %f2;";

std::string refusal_of(const std::string& text) {
  const auto module = read_ptx(text);
  if (!module.ok()) return module.error().message;
  const auto program = lower(module.value(), *module.value().entry("f"), {});
  if (!program.ok()) return program.error().message;
  for (const XrayStep& step : program.value().steps)
    if (step.run == nullptr) return step.refusal;
  return {};
}

TEST(NobodyWroteIt, AndTimesZeroItIsNoNumber) {
  ASSERT_EQ(run_body("mov.f32 %f2, %f1;" + stores).verdict, VerdictState::Right);
  const std::string adds = "add.f32 %f2, %f1, %f5;" + stores;
  for (const char* unset : {
           "mul.f32 %f5, %f7, 0f00000000;",
           "fma.rn.f32 %f5, %f7, 0f00000000, 0f00000000;",
           "ld.shared.f32 %f7, [s]; mul.f32 %f5, %f7, 0f00000000;",
           "ld.global.f32 %f7, [%rd2]; mul.f32 %f5, %f7, 0f00000000;",
           "ld.global.f32 %f7, [%rd2]; mov.f32 %f6, 0f00000000; fma.rn.f32 %f5, %f6, %f7, %f6;",
           "mul.lo.u32 %r5, %r7, 0; cvt.rn.f32.u32 %f5, %r5;",
           "setp.eq.u32 %p1, %r7, 77; selp.f32 %f5, 0f3F800000, 0f00000000, %p1;",
           "mov.f32 %f5, 0f00000000; @%p3 mov.f32 %f5, 0f3F800000;",
           "mov.f32 %f5, 0f00000000; setp.ne.u32 %p1, %r7, %r7; @%p1 bra L; bra M; L: mov.f32 %f5, 0f3F800000; M:",
           "shfl.sync.idx.b32 %r5, %r7, 0, 31, -1; mov.b32 %f7, %r5; mul.f32 %f5, %f7, 0f00000000;",
           "min.f32 %f5, %f7, 0fFF800000; max.f32 %f5, %f5, 0f00000000;",
       }) {
    const XrayReport report = run_body(unset + adds);
    ASSERT_FALSE(report.refused) << *report.refused << unset;
    EXPECT_NE(report.verdict, VerdictState::Right) << unset;
    EXPECT_NE(report.outputs.at(0).state, VerdictState::Right) << unset;
  }
  for (const char* address : {"mul.wide.u32 %rd5, %r7, 4; add.s64 %rd5, %rd1, %rd5; ld.global.f32 %f2, [%rd5];",
                              "mov.f32 %f2, %f1; mul.wide.u32 %rd5, %r7, 4; add.s64 %rd2, %rd2, %rd5;"})
    EXPECT_NE(run_body(address + stores).verdict, VerdictState::Right) << address;
}

// Instructions that may leave only bytes that somebody wrote.
bool may_mask(std::string_view name) {
  constexpr std::array<std::string_view, 11> names = {"and",  "or",  "shl", "shr",  "shf", "prmt",
                                                      "lop3", "bfe", "bfi", "selp", "xor"};
  return std::ranges::find(names, name) != names.end();
}

// Every instruction that computes, in every type that it has: one operand was never written, the others are zero.
TEST(NobodyWroteIt, AndNoInstructionMakesItANumber) {
  struct Type {
    const char *name, *registers, *zero;
    int bits;
  };
  constexpr std::array<Type, 10> types = {{{"f32", "%f", "0f00000000", 32},
                                           {"f64", "%d", "0d0000000000000000", 64},
                                           {"u32", "%r", "0", 32},
                                           {"s32", "%r", "0", 32},
                                           {"b32", "%r", "0", 32},
                                           {"u64", "%rd", "0", 64},
                                           {"b64", "%rd", "0", 64},
                                           {"u16", "%h", "0", 16},
                                           {"f16x2", "%r", "0", 32},
                                           {"bf16x2", "%r", "0", 32}}};
  int tried = 0;
  for (const auto& table : {integer_opcodes(), float_opcodes(), half_opcodes(), bit_opcodes()})
    for (const OpcodeRow& row : table)
      for (const Type& type : types)
        for (const char* modifier : {"", ".lo", ".rn", ".approx"})
          for (int operands = 1; operands <= 3; ++operands)
            for (int unset = 0; unset < operands && !may_mask(row.name); ++unset) {
              std::string one = std::string(row.name) + modifier + "." + type.name + " " + type.registers + "5";
              for (int at = 0; at < operands; ++at)
                one += std::string(", ") + type.registers + (at == unset ? "7" : "6");
              const std::string zero = std::string(type.bits == 16 ? "mov.u16 " : "mov.b") +
                                       (type.bits == 16 ? "" : std::to_string(type.bits) + " ") + type.registers +
                                       "6, " + type.zero + ";";
              const std::string store = "st.global.b" + std::to_string(type.bits) + " [%rd2], " + type.registers + "5;";
              const std::string text =
                  text_with(zero + one + "; shl.b64 %rd3, %rd3, 1; add.s64 %rd2, %rd2, 0; " + store, {"1", "1"});
              if (!refusal_of(text).empty()) continue;
              KernelCase made;
              made.entry = "f", made.block = "1", made.architecture = 0;
              made.arguments = {"A=f32[m:1]", "C=out f64[m:1]"};
              const XrayReport report = run_case(made, text);
              ASSERT_FALSE(report.refused) << *report.refused << one;
              EXPECT_NE(finding_of(report, FindingKind::Uninitialised), nullptr) << one;
              ++tried;
            }
  EXPECT_GT(tried, 100);
}

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

const std::string takes_ticket =
    "ld.param.u64 %rd5, [P0]; setp.ne.u32 %p1, %r1, %r1; mov.u32 %r6, %tid.x; setp.eq.u32 %p1, %r6, 0;"
    "@%p1 atom.global.add.u32 %r5, [%rd5], 1; @%p1 st.shared.u32 [s], %r5; bar.sync 0; ld.shared.u32 %r5, [s];";
const BodyWish tickets{"8", "32", "", {"T=inout s32[t:1]*0"}};

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

TEST(InputsTooSmall, ProveNothing) {
  for (const double scale : {1e-4, 0.0}) {
    GivenNumbers in(product_arguments({"bias=f32[n:18]"}));
    for (auto& [name, numbers] : in.numbers)
      if (name == "bias") numbers = each(numbers, [&](double x, int) { return scale * x; });
    in.expect("C = sum(k: A * B) + bias");
    const OutputVerdict verdict = in.judged(in.verdict_of(plain_product(in)));
    EXPECT_EQ(verdict.state, VerdictState::Unjudged) << scale;
    EXPECT_THAT(verdict.numbers->reason, HasSubstr("too small to tell: without bias")) << scale;
  }
  GivenNumbers large(product_arguments({"bias=f32[n:18]"}));
  large.expect("C = sum(k: A * B) + bias");
  EXPECT_EQ(large.judged(large.verdict_of(plain_product(large))).state, VerdictState::Wrong);
}

// What changes nothing however large an input is, is no question of its size: the sign in a square, half of a
// direction.
TEST(InputsTooSmall, AreNotThoseOfAnEvenFunction) {
  GivenNumbers in(product_arguments());
  in.expect("C = abs(sum(k: A * B))");
  EXPECT_EQ(in.judged(in.verdict_of(each(plain_product(in), [](double x, int) { return std::fabs(x); }))).state,
            VerdictState::Right);
}

// Every kernel of this folder with one of its inputs zero: what it would do with other inputs is not known.
TEST(InputsTooSmall, NoKernelIsRightWithAnInputOfZeros) {
  int tried = 0;
  for (const KernelCase& of : kernel_cases())
    for (std::size_t at = 0; at < of.arguments.size(); ++at) {
      const auto argument = read_xray_argument(of.arguments[at]);
      if (!argument.ok() || argument.value().form != XrayArgument::Form::Array) continue;
      const XrayArray& array = argument.value().array;
      if (array.role != ArrayRole::In || array.scale != 1 || of.arguments[at].find('*') != std::string::npos) continue;
      KernelCase changed = of;
      changed.arguments[at] += "*0";
      EXPECT_NE(run_case(changed, ptx_text(changed)).verdict, VerdictState::Right) << of.name << " " << array.name;
      ++tried;
    }
  EXPECT_GT(tried, 20);
}

// An output is not right where the launch is not called so.
TEST(Outputs, AgreeWithTheLaunch) {
  for (const KernelCase& of : kernel_cases()) {
    const XrayReport report = run_case(of, ptx_text(of));
    const bool any_right = std::ranges::any_of(
        report.outputs, [](const OutputVerdict& output) { return output.state == VerdictState::Right; });
    const bool is_unjudged = report.verdict == VerdictState::Unjudged && report.outputs.size() == 1;
    EXPECT_FALSE(any_right && (is_unjudged || !report.doubt.empty())) << of.name;
  }
}

}  // namespace
}  // namespace tcviz
