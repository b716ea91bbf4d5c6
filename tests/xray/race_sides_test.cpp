// Both sides of a race, and which of a wait and a barrier is missing. Two warps exchange their numbers through shared
// memory, each the other's: store or copy, wait, barrier and read stand on lines of their own.
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>

#include "tests/xray/body.hpp"
#include "tests/xray/cases.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

const std::string begin =
    ".shared .align 16 .b8 t[256]; mov.u32 %r4, t; shl.b32 %r5, %r1, 2; xor.b32 %r6, %r5, 128; add.u32 %r5, %r4, %r5; "
    "add.u32 %r6, %r4, %r6;\n";
const std::string stores_own = "st.shared.f32 [%r5], %f1;\n",
                  copies_own = "cp.async.ca.shared.global [%r5], [%rd1], 4;\n", waits = "cp.async.wait_all;\n",
                  meets = "bar.sync 0;\n", reads = "ld.shared.f32 %f2, [%r6];\n",
                  clears = "mov.f32 %f3, 0f00000000; st.shared.f32 [%r5], %f3;\n";

struct Exchange {
  std::string text;
  XrayReport report;

  explicit Exchange(const std::string& body, const std::string& files = {})
      : text(replaced(text_with(begin + body + stores, {.block = "64"}), ".visible", files + ".visible")) {
    KernelCase made;
    made.entry = "f", made.block = "64", made.architecture = 0;
    made.arguments = {"A=f32[m:64]", "C=out f32[m:64]"};
    report = run_case(made, text);
  }
  // Returns the number of the line with `part`; 1 is the first.
  int line_of(const std::string& part) const {
    return 1 + static_cast<int>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n'));
  }
  const XrayFinding& found(FindingKind kind) const {
    const XrayFinding* const finding = finding_of(report, kind);
    if (finding == nullptr) throw std::runtime_error("there is no such finding");
    return *finding;
  }
};

// One side is the read, the other one the store at the line `store`; the warps are different ones.
void expect_sides(const Exchange& of, const std::string& store) {
  const XrayFinding& race = of.found(FindingKind::Race);
  ASSERT_TRUE(race.other);
  const bool store_is_later = race.other->access == AccessKind::Reads;
  EXPECT_EQ(race.ptx_line, of.line_of(store_is_later ? store : reads));
  EXPECT_EQ(race.other->ptx_line, of.line_of(store_is_later ? reads : store));
  EXPECT_EQ(race.warp + race.other->warp, 1);
  EXPECT_THAT(race.text, HasSubstr("s at line " + std::to_string(race.other->ptx_line)));
}

TEST(SidesOfARace, AreOrderedByABarrier) {
  // Each element of C is one of A, in another place: only `expect` could call that right, but no access races.
  for (const std::string& body : {stores_own + meets + reads, copies_own + waits + meets + reads})
    EXPECT_EQ(finding_of(Exchange(body).report, FindingKind::Race), nullptr) << body;
}

TEST(SidesOfARace, AreAStoreAndAReadThatComesTooEarly) {
  const Exchange none(stores_own + reads);
  expect_sides(none, stores_own);
  const XrayFinding& race = none.found(FindingKind::Race);
  EXPECT_THAT(race.remedy, HasSubstr("__syncthreads"));
  const XrayFinding& unset = none.found(FindingKind::Uninitialised);
  EXPECT_THAT(unset.cause, HasSubstr("stores there later, at line " + std::to_string(none.line_of(stores_own))));
  EXPECT_THAT(unset.cause, HasSubstr("a barrier is missing"));
}

TEST(SidesOfARace, AreAReadAndAStoreThatComesTooEarly) {
  const Exchange none(stores_own + meets + reads + clears);
  expect_sides(none, clears);
  EXPECT_EQ(finding_of(none.report, FindingKind::Uninitialised), nullptr);
}

TEST(SidesOfARace, ADeletedBarrierIsNoDeletedWait) {
  const Exchange no_wait(copies_own + meets + reads + waits);
  EXPECT_EQ(no_wait.found(FindingKind::PendingCopy).awaited, AwaitedBy::CopyGroup);
  EXPECT_THAT(no_wait.found(FindingKind::PendingCopy).remedy, HasSubstr("wait_group is missing"));
  const Exchange no_barrier(copies_own + waits + reads);
  for (const XrayFinding& finding : no_barrier.report.findings) {
    if (finding.kind == FindingKind::Store) continue;
    EXPECT_THAT(finding.remedy, Not(HasSubstr("wait_group"))) << finding.text;
    EXPECT_THAT(finding.remedy + finding.cause, HasSubstr("barrier")) << finding.text;
  }
}

TEST(SidesOfARace, ACopyThatIsWaitedForAfterTheBarrierIsSaidToComeLate) {
  const Exchange late(copies_own + meets + waits + reads);
  const XrayFinding& race = late.found(FindingKind::Race);
  ASSERT_TRUE(race.other);
  EXPECT_EQ(race.awaited, AwaitedBy::CopyGroup);
  EXPECT_EQ(race.other->access == AccessKind::Writes ? race.other->ptx_line : race.ptx_line,
            late.line_of(race.other->access == AccessKind::Writes ? copies_own : waits));
  EXPECT_THAT(race.remedy, HasSubstr("wait_group is missing before the barrier"));
}

// A function of a header is called at two lines of the kernel, and calls one of the toolkit.
TEST(PlacesOfAFinding, AreTheCallsThatWereInlinedAroundIt) {
  const std::string own = ".loc 2 8 3, function_name $L, inlined_at 1 30 3\n" + stores_own +
                          ".loc 2 8 3, function_name $L, inlined_at 1 40 3\n";
  const std::string of_toolkit = ".loc 3 99 1, function_name $L, inlined_at 2 8 3\n" + reads + ".loc 1 41 3\n";
  const std::string files =
      ".file 1 \"gemm.cu\"\n.file 2 \"lib/smem.cuh\"\n"
      ".file 3 \"/usr/local/cuda/include/sm_20_intrinsics.hpp\"\n";
  const Exchange none(".loc 1 20 1\n" + own + of_toolkit, files);
  const XrayFinding& race = none.found(FindingKind::Race);
  ASSERT_TRUE(race.other);
  const bool store_is_later = race.other->access == AccessKind::Reads;
  const auto& of_store = store_is_later ? race.calls : race.other->calls;
  const auto& of_read = store_is_later ? race.other->calls : race.calls;
  EXPECT_EQ(text_of(of_store), "smem.cuh:8, called from gemm.cu:30");
  EXPECT_EQ(text_of(of_read), "smem.cuh:8, called from gemm.cu:40");
  EXPECT_EQ(store_is_later ? race.line : race.other->line, 30);
  EXPECT_EQ(store_is_later ? race.other->line : race.line, 40);
}

}  // namespace
}  // namespace tcviz
