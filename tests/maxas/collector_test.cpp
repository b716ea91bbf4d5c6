// The operand collector against a second, slower implementation of its rules, for every order, map and cache size.
#include "gpu/kernel/maxas/collector.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <numeric>

namespace tcviz::maxas {
namespace {

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (const IssueOrderRow& order : issue_orders)
    for (const RegisterMapRow& map : register_maps)
      for (int entries = 0; entries <= 3; ++entries) variants.push_back({order.order, map.map, entries});
  return variants;
}

std::string describe(const Variant& v) {
  return std::string(issue_orders[static_cast<std::size_t>(v.order)].name) + ", " +
         std::string(register_maps[static_cast<std::size_t>(v.map)].name) + ", " + std::to_string(v.entries);
}

// A hit is a register among the last n distinct ones of its slot that were read before: looked up by walking back.
bool hits(const std::vector<int>& read, std::size_t at, int entries) {
  std::vector<int> distinct;
  for (std::size_t back = at; back-- > 0 && static_cast<int>(distinct.size()) < entries;) {
    if (read[back] == read[at]) return true;
    if (std::find(distinct.begin(), distinct.end(), read[back]) == distinct.end()) distinct.push_back(read[back]);
  }
  return false;
}

struct Expected {
  std::array<int, 3> hits{};
  int raw = 0, left = 0;
  std::array<int, 4> banks{};
  std::array<int, 3> ffma{};
};

// C is written by its own FFMA, so it never hits.
Expected tell(const Variant& variant) {
  std::vector<int> a, b, c;
  for (const TileIndex index : issue_order(variant.order)) {
    a.push_back(64 + index.xi);
    b.push_back(72 + index.yi);
    c.push_back(c_register(variant.map, index));
  }
  Expected expected;
  for (std::size_t at = 0; at < 64; ++at) {
    const bool hit_a = hits(a, at, variant.entries), hit_b = hits(b, at, variant.entries);
    expected.hits[0] += hit_a ? 1 : 0;
    expected.hits[1] += hit_b ? 1 : 0;
    std::map<int, int> raw, left;
    ++raw[a[at] % 4], ++raw[b[at] % 4], ++raw[c[at] % 4];
    if (!hit_a) ++left[a[at] % 4];
    if (!hit_b) ++left[b[at] % 4];
    ++left[c[at] % 4];
    for (const auto& [bank, count] : raw) expected.raw += count - 1;
    for (const auto& [bank, count] : left) expected.left += count - 1, expected.banks.at(bank) += count;
    ++expected.ffma.at(2 - hit_a - hit_b);
  }
  return expected;
}

TEST(Collector, EveryVariantIsWhatItsRulesSay) {
  for (const Variant& variant : all_variants()) {
    const CollectorStats stats = stats_of(collect(variant).value());
    const Expected expected = tell(variant);
    EXPECT_EQ(stats.hits, expected.hits) << describe(variant);
    EXPECT_EQ(stats.reads, 192) << describe(variant);
    EXPECT_EQ(stats.conflicts_raw, expected.raw) << describe(variant);
    EXPECT_EQ(stats.conflicts_left, expected.left) << describe(variant);
    EXPECT_EQ(stats.bank_reads, expected.banks) << describe(variant);
    EXPECT_EQ(stats.ffma_by_bank_reads, expected.ffma) << describe(variant);
  }
}

// 1.3: 16 of the 64 FFMAs have A and B in one bank, and the published kernels have no conflict left (1.5). The hits
// follow by hand from the order: of A every second read of a swirl and two more at each of the three turns; of B all
// but two in each of the four y pairs.
TEST(Collector, ThePublishedKernels) {
  const CollectorStats stats = stats_of(collect({}).value());
  EXPECT_EQ(stats.hits, (std::array{32 + 3 * 2, 64 - 4 * 2, 0}));
  EXPECT_EQ(stats.conflicts_raw, 16);
  EXPECT_EQ(stats.conflicts_left, 0);
  EXPECT_NEAR(stats.reuse_percent(), 100.0 * 94 / 192, 1e-9);
}

TEST(Collector, AllLinesAreAlike) {
  for (const Variant& variant : all_variants()) {
    const CollectorStats first = stats_of(collect(variant, 0).value());
    for (int line = 1; line < 8; ++line) {
      const CollectorStats stats = stats_of(collect(variant, line).value());
      EXPECT_EQ(stats.hits, first.hits) << describe(variant);
      EXPECT_EQ(stats.bank_reads, first.bank_reads) << describe(variant);
    }
  }
}

TEST(Collector, WithoutACacheEverythingIsReadFromBanks) {
  for (const Variant& variant : all_variants()) {
    if (variant.entries > 0) continue;
    const CollectorStats stats = stats_of(collect(variant).value());
    EXPECT_EQ(stats.all_hits(), 0);
    EXPECT_EQ(stats.reuse_percent(), 0);
    EXPECT_EQ(stats.conflicts_left, stats.conflicts_raw);
    EXPECT_EQ(stats.ffma_by_bank_reads, (std::array{0, 0, 64}));
    EXPECT_EQ(stats.bank_reads, (variant.map == RegisterMap::Maxas ? std::array{48, 48, 48, 48} : stats.bank_reads));
  }
}

// The naive maps bring C into the bank of one operand at every FFMA; if A and B meet there, all three do.
TEST(Collector, NaiveMapsConflictAlways) {
  for (const RegisterMap map : {RegisterMap::RowMajor, RegisterMap::ColumnMajor})
    EXPECT_EQ(stats_of(collect({IssueOrder::XInner, map, 0}).value()).conflicts_raw, 64 + 16);
}

TEST(Collector, CachesNeverHoldMoreThanTheirEntries) {
  for (const Variant& variant : all_variants()) {
    const std::vector<Issue> issues = collect(variant).value();
    for (const Issue& issue : issues) {
      for (const auto& cached : issue.cached) EXPECT_LE(static_cast<int>(cached.size()), variant.entries);
      EXPECT_TRUE(issue.cached[SlotC].empty());
    }
  }
}

// A flag is set if, and only if, the next read of the register hits.
TEST(Collector, FlagsAndHitsBelongTogether) {
  for (const Variant& variant : all_variants()) {
    const std::vector<Issue> issues = collect(variant).value();
    for (std::size_t slot = 0; slot < 3; ++slot) {
      std::map<int, bool> flagged;
      for (const Issue& issue : issues) {
        const OperandRead& read = issue.slots[slot];
        EXPECT_EQ(read.hit, flagged[read.reg]) << describe(variant);
        flagged[read.reg] = read.reuse;
      }
      for (const auto& [reg, flag] : flagged) EXPECT_FALSE(flag) << describe(variant) << " R" << reg;
    }
  }
}

TEST(Collector, EveryIssueAddsUp) {
  for (const Variant& variant : all_variants()) {
    const std::vector<Issue> issues = collect(variant).value();
    const CollectorStats stats = stats_of(issues);
    EXPECT_EQ(std::accumulate(stats.bank_reads.begin(), stats.bank_reads.end(), 0) + stats.all_hits(), 192);
    EXPECT_EQ(std::accumulate(stats.ffma_by_bank_reads.begin(), stats.ffma_by_bank_reads.end(), 0), 64);
    EXPECT_LE(stats.conflicts_left, stats.conflicts_raw);
  }
}

TEST(Collector, RefusesWhatItDoesNotModel) {
  EXPECT_FALSE(collect({IssueOrder::Swirl, RegisterMap::Maxas, -1}).ok());
  EXPECT_FALSE(collect({IssueOrder::Swirl, RegisterMap::Maxas, 4}).ok());
  EXPECT_FALSE(collect({}, 8).ok());
  EXPECT_FALSE(collect({}, -1).ok());
  EXPECT_EQ(stats_of({}).reuse_percent(), 0);
}

}  // namespace
}  // namespace tcviz::maxas
