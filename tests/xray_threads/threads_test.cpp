// What is said of a kernel does not depend on how many blocks are executed at the same time.
#include <gmock/gmock.h>

#include <atomic>

#include "gpu/kernel/ptx/reader.hpp"
#include "tests/xray/changed.hpp"
#include "tests/xray/styles.hpp"
#include "tests/xray_threads/described.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr std::array numbers_of_threads = {2, 7};

std::vector<KernelCase> all_kernels() {
  std::vector<KernelCase> all = kernel_cases();
  for (const std::vector<JudgedCase>& more : {product_styles(), larger_styles(), triton_styles()})
    for (const JudgedCase& one : more) all.push_back(one.kernel);
  return all;
}

XrayReport run_in(int threads, const KernelCase& of, const std::string& ptx, CaseWish wish = {200'000}) {
  wish.threads = threads;
  return run_case(of, ptx, wish);
}

void expect_equal(const KernelCase& of, const std::string& ptx, const CaseWish& wish = {200'000}) {
  const std::string in_order = described(run_in(1, of, ptx, wish));
  for (const int threads : numbers_of_threads)
    EXPECT_EQ(described(run_in(threads, of, ptx, wish)), in_order) << threads << " threads";
}

// Where something is wrong, it is found in several blocks.
std::vector<std::string> faults_of(const std::string& ptx) {
  std::vector<std::string> made;
  for (const auto& [from, to] : {std::pair("bar.sync", "// "), std::pair("cp.async.wait", "// "),
                                 std::pair("{%f1,", "{%f2,"), std::pair("shl.b32", "shr.b32")}) {
    const std::size_t at = ptx.rfind(from);
    if (at != std::string::npos) made.push_back(std::string(ptx).replace(at, std::string_view(from).size(), to));
  }
  return made;
}

class EveryKernel : public testing::TestWithParam<KernelCase> {};

TEST_P(EveryKernel, GivesOneAnswerInAnyNumberOfThreads) {
  KernelCase of = GetParam();
  const std::string ptx = ptx_text(of);
  expect_equal(of, ptx);
  expect_equal(of, ptx, {.most_steps = 200'000, .all_blocks = false});
  if (of.grid == "1") {  // each block does the same
    of.grid = "3";
    expect_equal(of, ptx);
    return;
  }
  for (const std::string& changed : faults_of(ptx)) expect_equal(of, changed, {20'000});
}

INSTANTIATE_TEST_SUITE_P(Xray, EveryKernel, testing::ValuesIn(all_kernels()),
                         [](const auto& one) { return one.param.name; });

// Sixteen blocks, each of a tile of its own.
KernelCase many_tiles() {
  KernelCase of;
  of.name = of.entry = "tiles", of.grid = "4,4";
  of.arguments = {"A=f16[m:64,k:32]", "B=f16[k:32,n:32]:col", "C=out f32[m:64,n:32]"};
  return of;
}

const std::string tiles_text = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry tiles(.param .u64 A, .param .u64 B, .param .u64 C)
{
  .reg .pred %p<2>; .reg .b32 %r<20>; .reg .f32 %f<5>; .reg .b64 %rd<12>;
  ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [B]; ld.param.u64 %rd3, [C];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y;
  shr.u32 %r4, %r1, 2; and.b32 %r5, %r1, 3;
  shl.b32 %r6, %r3, 4; add.u32 %r6, %r6, %r4;   // row of A
  shl.b32 %r7, %r2, 3; add.u32 %r7, %r7, %r4;   // column of B
  shl.b32 %r8, %r5, 2;
  shl.b32 %r6, %r6, 6; add.u32 %r9, %r6, %r8; cvt.u64.u32 %rd4, %r9; add.s64 %rd5, %rd1, %rd4;
  shl.b32 %r7, %r7, 6; add.u32 %r10, %r7, %r8; cvt.u64.u32 %rd6, %r10; add.s64 %rd7, %rd2, %rd6;
  mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;
  mov.u32 %r11, 0;
LOOP:
  ld.global.b32 %r12, [%rd5]; ld.global.b32 %r13, [%rd5+512];
  ld.global.b32 %r14, [%rd5+16]; ld.global.b32 %r15, [%rd5+528];
  ld.global.b32 %r16, [%rd7]; ld.global.b32 %r17, [%rd7+16];
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    {%f1, %f2, %f3, %f4}, {%r12, %r13, %r14, %r15}, {%r16, %r17}, {%f1, %f2, %f3, %f4};
  add.s64 %rd5, %rd5, 32; add.s64 %rd7, %rd7, 32; add.u32 %r11, %r11, 1;
  setp.lt.u32 %p1, %r11, 2;
  @%p1 bra LOOP;
  shl.b32 %r18, %r3, 4; add.u32 %r18, %r18, %r4; shl.b32 %r18, %r18, 7;
  shl.b32 %r19, %r2, 5; add.u32 %r18, %r18, %r19; shl.b32 %r19, %r5, 3; add.u32 %r18, %r18, %r19;
  cvt.u64.u32 %rd8, %r18; add.s64 %rd9, %rd3, %rd8;
  st.global.v2.f32 [%rd9], {%f1, %f2};
  st.global.v2.f32 [%rd9+1024], {%f3, %f4};
  ret;
}
)";

TEST(BlocksApart, AreExecutedSoWhereEachHasATileOfItsOwn) {
  const XrayReport report = run_in(3, many_tiles(), tiles_text);
  EXPECT_EQ(report.verdict, VerdictState::Right) << report.doubt << report.reason;
  EXPECT_EQ(report.blocks, 16);
  EXPECT_GE(report.blocks_apart, 15) << "the last may be alone";
  EXPECT_EQ(run_in(1, many_tiles(), tiles_text).blocks_apart, 0);
}

// The last products of what is missing, wrong pairs in all blocks, and one block alone that is wrong.
TEST(BlocksApart, FindTheSameMistakes) {
  for (const auto& [from, to] :
       {std::pair("setp.lt.u32 %p1, %r11, 2", "setp.lt.u32 %p1, %r11, 1"), std::pair("%rd7+16", "%rd7+20"),
        std::pair("ld.global.b32 %r12, [%rd5]", "ld.global.b32 %r12, [%rd5+262144]"),
        std::pair("{%f3, %f4};\n  ret", "{%f4, %f3};\n  ret"),
        std::pair("mov.u32 %r11, 0;", "setp.eq.u32 %p1, %r2, 2; mov.u32 %r11, 0; @%p1 add.s64 %rd5, %rd5, 32;")}) {
    const std::string changed = replaced(tiles_text, from, to);
    expect_equal(many_tiles(), changed);
    EXPECT_NE(run_in(7, many_tiles(), changed).verdict, VerdictState::Right) << to;
    EXPECT_GT(run_in(7, many_tiles(), changed).blocks_apart, 0) << to;
  }
}

// A load of what another lane has stored in block 0, of what another warp has in the others.
TEST(BlocksApart, AFaultHidesTheWarningOfABlockBeforeIt) {
  KernelCase of;
  of.entry = "f", of.grid = "5", of.block = "64", of.architecture = 0, of.arguments = {"C=out f32[m:320]"};
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f(.param .u64 C)\n{\n.reg .b32 %r<9>; .reg .f32 "
      "%f<3>; .reg .b64 %rd<3>; .reg .pred %p<3>; .shared .align 16 .b8 s[256];\n"
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r1, 2; mov.u32 %r4, s; add.u32 %r4, %r4, %r3;\n"
      "setp.lt.u32 %p1, %r1, 32; mov.f32 %f1, 0f3F800000; @%p1 st.shared.f32 [%r4], %f1; shr.u32 %r5, %r1, 5; min.u32 "
      "%r6, %r2, 1; setp.eq.u32 %p2, %r5, %r6; @%p2 ld.shared.f32 %f2, [s+4];\n"
      "mad.lo.u32 %r7, %r2, 64, %r1; ld.param.u64 %rd1, [C]; mul.wide.u32 %rd2, %r7, 4; add.s64 %rd1, %rd1, %rd2; "
      "st.global.f32 [%rd1], %f1; ret;\n}\n";
  expect_equal(of, text);
  const XrayReport report = run_in(7, of, text);
  EXPECT_GT(report.blocks_apart, 0);
  EXPECT_EQ(report.verdict, VerdictState::Wrong) << report.doubt << report.reason;
}

// All of a launch's ends: at any step, and with any product kept.
TEST(BlocksApart, EndWhereTheyEndInOrder) {
  const std::int64_t steps = run_in(1, many_tiles(), tiles_text).steps;
  for (std::int64_t at = 1; at <= steps + 1; at += 41) {
    expect_equal(many_tiles(), tiles_text, {.most_steps = at});
    expect_equal(many_tiles(), tiles_text, {.snapshot_step = at});
  }
}

TEST(BlocksApart, AreAskedNoMoreOnceTheUserHasEnough) {
  const auto module = read_ptx(tiles_text);
  ASSERT_TRUE(module.ok());
  for (const int threads : {1, 3}) {
    std::atomic<std::int64_t> seen = 0;
    XrayHooks hooks;
    hooks.threads = threads;
    hooks.progress = [&](const XrayProgress& progress) {
      EXPECT_EQ(progress.all, 16);
      EXPECT_EQ(progress.done, seen + 1);
      seen = progress.done;
    };
    hooks.interrupted = [&] { return seen >= 6; };
    const auto report = run_xray(
        module.value(), launch_of_case(many_tiles()), [](const std::string& kind) { return layout_in_test(kind, 80); },
        hooks);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.value().verdict, VerdictState::Unjudged);
    EXPECT_EQ(report.value().outputs.at(0).state, VerdictState::Unjudged);
    EXPECT_THAT(report.value().reason, HasSubstr("stopped after 6 of 16 blocks"));
  }
}

}  // namespace
}  // namespace tcviz
