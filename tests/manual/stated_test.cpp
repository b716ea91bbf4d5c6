// What CUTLASS and the manual state of kinds, as `tcviz check --published` holds it against layouts: how many rows of
// which family there are, which of them are not right, and that a wrong one is found.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/manual/stated_formulae.hpp"

namespace tcviz {
namespace {

std::map<std::string_view, int> by_family(const std::vector<PublishedFormula>& claims) {
  std::map<std::string_view, int> counts;
  for (const PublishedFormula& claim : claims) {
    const Kind* const kind = find_kind(claim.kind);
    EXPECT_NE(kind, nullptr) << claim.kind;
    if (kind != nullptr) ++counts[name_of(kind->family)];
  }
  return counts;
}

TEST(Stated, RowsByFamily) {
  EXPECT_EQ(by_family(stated_by_cutlass()),
            (std::map<std::string_view, int>{
                {"mma", 73}, {"ldmatrix", 6}, {"stmatrix", 6}, {"movmatrix", 2}, {"wgmma", 89}, {"wgmma.sp", 17}}));
  EXPECT_EQ(by_family(stated_by_manual()), (std::map<std::string_view, int>{{"mma", 83},
                                                                            {"mma.sp", 74},
                                                                            {"ldmatrix", 6},
                                                                            {"stmatrix", 6},
                                                                            {"movmatrix", 2},
                                                                            {"wgmma", 90},
                                                                            {"wgmma.sp", 17}}));
}

StatedVerdict verdict_on(const PublishedFormula& claim, const Layout& layout) {
  auto verdict = judge_stated(claim, layout);
  EXPECT_TRUE(verdict.ok()) << claim.name << ": " << verdict.error().message;
  verdict.value().mismatches += unread_mismatches(claim, layout);
  return std::move(verdict).value();
}

std::map<std::string, Layout> of_an_h200() {
  std::map<std::string, Layout> layouts;
  auto read = read_layouts(std::string(TCVIZ_LAYOUTS) + "/sm_90.json");
  EXPECT_TRUE(read.ok());
  for (Layout& layout : read.value()) layouts.emplace(layout.kind(), std::move(layout));
  return layouts;
}

// Of the manual all 277 that an H200 has; of CUTLASS all but four.
TEST(Stated, IsHeldAgainstAnH200) {
  const auto recorded = of_an_h200();
  int manual = 0, cutlass = 0;
  std::set<std::string> not_right;
  for (const PublishedFormula& claim : stated_by_manual()) {
    const auto found = recorded.find(std::string(claim.kind));
    if (found == recorded.end()) continue;
    EXPECT_TRUE(verdict_on(claim, found->second).ok()) << claim.kind;
    ++manual;
  }
  for (const PublishedFormula& claim : stated_by_cutlass()) {
    const Layout& layout = recorded.at(std::string(claim.kind));
    if (!verdict_on(claim, layout).ok()) not_right.insert(std::string(claim.name));
    EXPECT_EQ(verdict_on(claim, layout).ok(), verdict_on(claim, manual_layout(*find_kind(claim.kind)).value()).ok());
    ++cutlass;
  }
  EXPECT_EQ(manual, 277);
  EXPECT_EQ(cutlass, 193);
  EXPECT_THAT(not_right, testing::UnorderedElementsAre("SM80_16x8x128_S32U1U1S32_TN_XORPOPC, ALayout",
                                                       "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, ALayout, other commit",
                                                       "SM80_16x8x256_S32U1U1S32_TN_XORPOPC, BLayout, other commit",
                                                       "SM75_U32x1_MOVM_T, DstLayout"));
}

PublishedFormula stated(std::string_view name, std::string_view kind) {
  for (const PublishedFormula& claim : stated_by_cutlass())
    if (claim.name == name && claim.kind == kind) return claim;
  ADD_FAILURE() << name;
  return {};
}

struct WrongRow {
  const char *name, *kind, *wrong;
  int mismatches, slots;
};

// Two strides exchanged: all slots whose bits there differ are wrong.
const WrongRow wrong_rows[] = {
    {"SM80_16x8x16_F16F16F16F16_TN, ALayout", "mma.m16n8k16.a.f16", "((4,8),(2,2,2)):((32,1),(16,128,8))", 128, 256},
    {"SM80_16x8x16_F16F16F16F16_TN, BLayout", "mma.m16n8k16.b.f16", "((4,8),(2,2)):((16,1),(64,8))", 64, 128},
    {"SM70_8x8x4_F32F16F16F32_TN, CLayout", "mma.m8n8k4.acc.f32", "((2,2,2),(2,2,2)):((1,16,4),(8,32,2))", 128, 256},
    {"SM75_U32x2_LDSM_N, DstLayout", "ldmatrix.m8n8.x2.b16", "(32,(16,2,2)):(32,(1,1024,16))", 1024, 2048},
    {"ALayout_64x32, sparse", "wgmma.sp.m64k32.a.f16", "((4,8,4),(4,2,2)):((256,1,16),(64,1024,8))", 1024, 2048},
    {"ELayout_64x32", "wgmma.sp.m64k32.e.f16.sel1", "((2,2,8,4),(16,2)):((8,0,1,16),(64,1024))", 1024, 2048}};

TEST(Stated, AWrongRowIsFound) {
  for (const WrongRow& row : wrong_rows) {
    PublishedFormula claim = stated(row.name, row.kind);
    const Layout layout = manual_layout(*find_kind(row.kind)).value();
    EXPECT_TRUE(verdict_on(claim, layout).ok()) << row.name;
    claim.text = row.wrong;
    const StatedVerdict verdict = verdict_on(claim, layout);
    EXPECT_EQ(verdict.unreadable, "") << row.name;
    EXPECT_EQ(verdict.mismatches, row.mismatches) << row.name;
    EXPECT_EQ(verdict.slots, row.slots) << row.name;
  }
}

// Which threads' metadata is read is part of what the manual states.
TEST(Stated, AnotherSelectorsThreadsAreAMismatch) {
  for (const PublishedFormula& claim : stated_by_manual()) {
    if (claim.kind != "mma.sp.m16n8k16.e.f16.sel0") continue;
    const Layout own = manual_layout(*find_kind(claim.kind)).value();
    const Layout other = manual_layout(*find_kind("mma.sp.m16n8k16.e.f16.sel2")).value();
    EXPECT_EQ(unread_mismatches(claim, own), 0);
    EXPECT_EQ(unread_mismatches(claim, other), 2 * 8 * 16);
    return;
  }
  FAIL();
}

TEST(Stated, WhatCannotBeReadIsSaidSo) {
  const PublishedFormula claim = stated("SM80_16x8x128_S32U1U1S32_TN_XORPOPC, ALayout", "mma.m16n8k128.a.b1");
  const StatedVerdict verdict = verdict_on(claim, manual_layout(*find_kind(claim.kind)).value());
  EXPECT_THAT(verdict.unreadable, testing::HasSubstr("nested"));
  EXPECT_EQ(verdict.slots, 0);
}

}  // namespace
}  // namespace tcviz
