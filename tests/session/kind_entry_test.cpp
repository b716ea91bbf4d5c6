#include "app/session/base/kind_entry.hpp"
#include "gpu/layout/kind_search.hpp"

#include <algorithm>
#include <set>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

std::vector<KindEntry> all() { return make_entries(catalogue(), {}); }

std::vector<std::string> found(std::string_view search) {
  const std::vector<KindEntry> entries = all();
  std::vector<std::string> ids;
  for (const KindRow& row : build_rows(entries, search, {}).rows) {
    if (row.type == RowType::Kind) ids.push_back(entries[row.entry].id);
  }
  return ids;
}

TEST(Search, EveryWordMustMatch) {
  for (const std::string& id : found("acc f32")) {
    EXPECT_NE(id.find(".acc.f32"), std::string::npos) << id;
  }
  const auto is_f32_accumulator = [](const Kind& k) {
    return k.operand == Operand::Accumulator && k.type == ElementType::F32 && k.family != Family::Sgemm;
  };
  const auto kinds = catalogue();
  EXPECT_EQ(std::ssize(found("acc f32")), std::count_if(kinds.begin(), kinds.end(), is_f32_accumulator));
}

// The same words as the search box and the command line: mnemonics and machine code, and what is not here by its name.
TEST(Search, MeansWhatTheSearchBoxMeans) {
  for (const std::string_view typed : {"mma.m16n8k16", "HMMA.16816", "ldmatrix", "wmma::accumulator", "acc f32"}) {
    const KindAnswer answer = search_kinds(typed);
    ASSERT_FALSE(answer.kinds.empty()) << typed;
    std::set<std::string_view> wanted;
    for (const Kind* const kind : answer.kinds) wanted.insert(kind->id);
    const std::vector<std::string> ids = found(typed);
    EXPECT_EQ(std::set<std::string_view>(ids.begin(), ids.end()), wanted) << typed;
  }
  std::string unknown;
  for (const std::string_view typed : {"tcgen05.ld", "wgmma.mma_async.sp", "mma.m16n8k999"})
    if (!search_kinds(typed).missing.empty()) unknown = typed;
  ASSERT_FALSE(unknown.empty());
  const KindRows rows = build_rows(all(), unknown, {});
  EXPECT_TRUE(rows.rows.empty());
  EXPECT_EQ(rows.missing, search_kinds(unknown).missing);
}

TEST(Search, WordsBeginWords) {
  for (const std::string& id : found("f32")) EXPECT_EQ(id.find("tf32"), std::string::npos) << id;
  for (const std::string& id : found("f16")) EXPECT_EQ(id.find("bf16"), std::string::npos) << id;
  EXPECT_EQ(found("wmma.m8n8k4.a.f64.row"), std::vector<std::string>{"wmma.m8n8k4.a.f64.row"});
  EXPECT_EQ(found("M8N8K4 DOUBLE a row"), std::vector<std::string>{"wmma.m8n8k4.a.f64.row"});
}

TEST(Search, PlainWordsAndShapes) {
  EXPECT_EQ(found("wmma accumulator double").size(), 1U);
  EXPECT_EQ(found("8x8x128"), found("m8n8k128"));
  EXPECT_EQ(found("wmma k128"), found("wmma m8n8k128"));
  EXPECT_EQ(found("  "), found(""));
  EXPECT_EQ(found("").size(), catalogue().size());
}

TEST(Search, TheTilesOfTheMaxasKernels) {
  EXPECT_EQ(found("maxas"), (std::vector<std::string>{"sgemm64.c", "sgemm128.c"}));
  EXPECT_EQ(found("sgemm"), found("maxas"));
  EXPECT_EQ(found("128x128x8"), std::vector<std::string>{"sgemm128.c"});
}

TEST(Tree, HeadingsCountTheirKinds) {
  const std::vector<KindEntry> entries = all();
  const KindRows built = build_rows(entries, "", {});
  ASSERT_EQ(built.rows.front().type, RowType::Family);
  EXPECT_EQ(built.rows.front().count, static_cast<int>(catalogue(Family::Wmma).size()));
  EXPECT_EQ(built.matching, static_cast<int>(entries.size()));
  int below = 0;
  for (auto row = built.rows.rbegin(); row != built.rows.rend(); ++row) {
    if (row->type == RowType::Kind) ++below;
    if (row->type == RowType::Shape) {
      EXPECT_EQ(row->count, below) << heading_key(entries[row->entry], RowType::Shape);
      below = 0;
    }
  }
}

TEST(Tree, NoHeadingStandsTwice) {
  const std::vector<KindEntry> entries = all();
  std::set<std::string> keys;
  for (const KindRow& row : build_rows(entries, "", {}).rows) {
    if (row.type == RowType::Kind) continue;
    EXPECT_TRUE(keys.insert(heading_key(entries[row.entry], row.type)).second);
  }
}

TEST(Tree, ClosedHeadingsHideUnlessThereIsASearch) {
  const std::vector<KindEntry> entries = all();
  const KindRows open = build_rows(entries, "", {}), closed = build_rows(entries, "", {"wmma.m16n16k16"});
  const auto hidden =
      std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.shape == "m16n16k16"; });
  EXPECT_EQ(std::ssize(open.rows) - std::ssize(closed.rows), hidden);
  std::set<std::string> every_family;
  for (const Family family : all_families()) every_family.emplace(name_of(family));
  EXPECT_EQ(build_rows(entries, "", every_family).rows.size(), every_family.size());
  EXPECT_EQ(build_rows(entries, "acc", {"wmma"}).rows.size(), build_rows(entries, "acc", {}).rows.size());
}

TEST(Entries, KindsThatOnlyAFileHoldsComeToo) {
  const std::vector<std::string> others = {"tile.m16n8k16.a.bf16", "wmma.m8n8k4.a.f64.row", "odd"};
  const std::vector<KindEntry> entries = make_entries(catalogue(), others);
  ASSERT_EQ(entries.size(), catalogue().size() + 2);
  const KindEntry& mma = entries[entries.size() - 2];
  EXPECT_EQ(mma.family, "tile");
  EXPECT_EQ(mma.shape, "m16n8k16");
  EXPECT_EQ(mma.label, "a bf16");
  EXPECT_TRUE(matches(mma, "k16 bf16"));
  EXPECT_EQ(entries.back().label, "odd");
}

}  // namespace
}  // namespace tcviz
