// Blocks that work together: what they hand over to each other is followed where all of them are executed, and nothing
// is said where some are not.
#include <gmock/gmock.h>

#include "gpu/kernel/ptx/reader.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct GridWish {
  bool all = false;
  std::vector<Dim3> blocks = {};
  std::string grid = "4";
  std::string sums = "C=inout f32[m:16,n:8]*0";  // of the kernel that adds
};

// As the command does: first and last block, unless it is told otherwise.
XrayReport run_grid(const std::string& entry, const std::string& text, const GridWish& wish = {}) {
  const auto module = read_ptx(text);
  EXPECT_TRUE(module.ok());
  XrayRequest launch;
  launch.entry = entry;
  launch.grid = read_dim3("--grid", wish.grid).value();
  launch.block = {32, 1, 1};
  launch.all_blocks = wish.all, launch.blocks = wish.blocks;
  launch.most_steps = 400'000;
  std::vector<std::string> arguments = {"A=f16[m:16,k:128]", "B=f16[k:128,n:8]:col"};
  if (entry != "adds" && entry != "stores") arguments.emplace_back("W=f32[z:4,m:16,n:8]*0");
  if (entry == "counts" || entry == "flags") arguments.emplace_back("counter=s32[c:5]*0");
  arguments.emplace_back(entry == "adds" ? wish.sums : "C=out f32[m:16,n:8]");
  arguments.emplace_back("128");
  for (const std::string& one : arguments) launch.arguments.push_back(read_xray_argument(one).value());
  auto report = run_xray(module.value(), launch, [](const std::string& kind) { return layout_in_test(kind, 80); });
  EXPECT_TRUE(report.ok()) << report.error().message;
  return std::move(report).value();
}

const std::string coop = [] {
  KernelCase of;
  of.file = "coop.ptx";
  return ptx_text(of);
}();

class WorkingTogether : public testing::TestWithParam<std::string> {};

// Sums by atomics, by the block that comes last, and from block to block against the order in which they are executed.
TEST_P(WorkingTogether, IsFollowedThroughAllBlocks) {
  for (const bool all : {false, true}) {
    const XrayReport report = run_grid(GetParam(), coop, {all});
    ASSERT_FALSE(report.refused) << *report.refused;
    EXPECT_EQ(report.blocks, 4);
    EXPECT_EQ(report.verdict, VerdictState::Right) << report.doubt << report.outputs.at(0).classes.at(0).text;
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_EQ(report.outputs.at(0).classes.at(0).text, "sum over k 0..127");
    EXPECT_EQ(std::ranges::any_of(report.notes, [](const std::string& note) { return note.find("all of them") < 99; }),
              !all);
  }
}

TEST_P(WorkingTogether, IsNotJudgedWhereSomeWereNotExecuted) {
  for (const Dim3& block : {Dim3{0, 0, 0}, Dim3{3, 0, 0}}) {
    const XrayReport report = run_grid(GetParam(), coop, {false, {block}});
    EXPECT_EQ(report.verdict, VerdictState::Unjudged) << block[0];
    EXPECT_THAT(report.findings, IsEmpty());
    EXPECT_NE(report.doubt, "");
  }
}
INSTANTIATE_TEST_SUITE_P(Xray, WorkingTogether, testing::Values("adds", "counts", "flags"),
                         [](const auto& one) { return one.param; });

TEST(BlocksOfAGrid, ThatReadWithoutBeingToldAreNotJudged) {
  const XrayReport report = run_grid("hopes", coop);
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_EQ(report.doubt, "block 1 reads what block 0 has stored in W, and nothing makes it wait for that");
}

TEST(BlocksOfAGrid, ThatStoreToOnePlaceAreNotRight) {
  const XrayReport report = run_grid("stores", coop, {true});
  EXPECT_EQ(report.verdict, VerdictState::Incomplete);
  EXPECT_THAT(report.doubt, HasSubstr("store different values to the same element of C"));
  EXPECT_EQ(run_grid("stores", coop, {true, {}, "1"}).verdict, VerdictState::Right) << "alone";
}

// Three of four are counted: the third block adds what is there, and the fourth comes too late.
TEST(BlocksOfAGrid, ACountThatIsTooSmallIsNotJudged) {
  const std::string keeps = "st.shared.u32 \t[_ZZ6countsE6before], %r69;";
  const XrayReport report = run_grid("counts", replaced(coop, keeps, "add.u32 %r69, %r69, 1; " + keeps));
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.doubt, HasSubstr("block 3 stores in W what block 2 has read before"));
}

// A flag that nobody sets: everybody waits, and the execution ends with a sentence.
TEST(BlocksOfAGrid, ThatWaitForEverAreNamed) {
  const std::size_t entry = coop.find(".entry flags");
  const std::size_t set = coop.find("st.volatile.global.u32", entry);
  ASSERT_NE(set, std::string::npos);
  const XrayReport report = run_grid("flags", std::string(coop).replace(set, 0, "// "), {true});
  EXPECT_EQ(report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(report.reason, HasSubstr("waits for what no block stores"));
  EXPECT_LT(report.steps, 200'000);
}

// Zeros of the host that were not declared: the sentence says how.
TEST(BlocksOfAGrid, ThatAddToAnOutputAreToldHowToDeclareItsZeros) {
  const XrayReport report = run_grid("adds", coop, {true, {}, "4", "C=out f32[m:16,n:8]"});
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings.front().kind, FindingKind::Uninitialised);
  EXPECT_THAT(report.findings.front().text,
              HasSubstr("if the host sets C to zero first, declare it as 'C=inout f32[m:16,n:8]*0'"));
}

}  // namespace
}  // namespace tcviz
