// Issue order, banks and register areas against the tables of the maxas facts, sections 1.3 and 1.4.
#include <gtest/gtest.h>

#include <set>

#include "gpu/kernel/maxas/issue_order.hpp"
#include "gpu/kernel/maxas/registers.hpp"

namespace tcviz::maxas {
namespace {

// 1.4: C registers in the order of issue.
constexpr int c_sequence[64] = {1,  0,  2,  3,  5,  4,  6,  7,  33, 32, 34, 35, 37, 36, 38, 39, 45, 44, 46, 47, 41, 40,
                                42, 43, 13, 12, 14, 15, 9,  8,  10, 11, 17, 16, 18, 19, 21, 20, 22, 23, 49, 48, 50, 51,
                                53, 52, 54, 55, 61, 60, 62, 63, 57, 56, 58, 59, 29, 28, 30, 31, 25, 24, 26, 27};

TEST(IssueOrder, IsThePublishedSequence) {
  const Issues issues = issue_order(IssueOrder::SwirlZigzag);
  for (std::size_t c = 0; c < issues.size(); ++c)
    EXPECT_EQ(c_register(RegisterMap::Maxas, issues[c]), c_sequence[c]) << c;
}

// 1.4 as arithmetic: q = c >> 4, p = (c >> 2) & 3, s = c & 3.
TEST(IssueOrder, IsThePublishedFormula) {
  constexpr int even[] = {0, 1, 4, 5}, odd[] = {5, 4, 1, 0};
  constexpr int dx[] = {2, 2, 0, 0}, dy[] = {0, 1, 1, 0};
  const Issues issues = issue_order(IssueOrder::SwirlZigzag);
  for (int c = 0; c < 64; ++c) {
    const int q = c >> 4, p = (c >> 2) & 3, s = c & 3;
    const TileIndex expected{((q & 1) != 0 ? odd : even)[p] + dx[s], 2 * q + dy[s]};
    EXPECT_EQ(issues[static_cast<std::size_t>(c)], expected) << c;
  }
}

// Why cx02y00 is first: the swirl begins at its far corner. In element offsets: x 2, y 0.
TEST(IssueOrder, BeginsWithX2Y0) { EXPECT_EQ(issue_order(IssueOrder::SwirlZigzag).front(), (TileIndex{2, 0})); }

TEST(IssueOrder, EveryOrderComputesEveryElementOnce) {
  for (const IssueOrderRow& row : issue_orders) {
    const Issues issues = issue_order(row.order);
    EXPECT_EQ(std::set<TileIndex>(issues.begin(), issues.end()).size(), 64u) << row.name;
    for (const TileIndex index : issues) {
      EXPECT_TRUE(index.xi >= 0 && index.xi < 8 && index.yi >= 0 && index.yi < 8) << row.name;
    }
  }
}

struct Beginning {
  IssueOrder order;
  std::array<TileIndex, 9> first;
};
constexpr Beginning beginnings[] = {
    {IssueOrder::Swirl, {{{2, 0}, {2, 1}, {0, 1}, {0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 0}, {6, 0}}}},
    {IssueOrder::RepeatingBanks, {{{1, 0}, {1, 1}, {0, 1}, {0, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 0}, {5, 0}}}},
    {IssueOrder::Zigzag, {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {7, 1}}}},
    {IssueOrder::XInner, {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {0, 1}}}},
    {IssueOrder::YInner, {{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {1, 0}}}},
};

TEST(IssueOrder, OthersBeginAsTheirNamesSay) {
  for (const Beginning& row : beginnings) {
    const Issues issues = issue_order(row.order);
    EXPECT_TRUE(std::equal(row.first.begin(), row.first.end(), issues.begin())) << static_cast<int>(row.order);
  }
  EXPECT_EQ(issue_order(IssueOrder::Swirl)[16], (TileIndex{2, 2}));           // forth again
  EXPECT_EQ(issue_order(IssueOrder::SwirlZigzag)[16], (TileIndex{7, 2}));     // back
  EXPECT_EQ(issue_order(IssueOrder::RepeatingBanks)[16], (TileIndex{7, 2}));  // back
}

// 1.3 and 1.4.
TEST(Banks, OfCRepeat1023AlsoAcrossLines) {
  constexpr int banks[] = {1, 0, 2, 3};
  const Issues issues = issue_order(IssueOrder::SwirlZigzag);
  for (std::size_t c = 0; c < issues.size(); ++c)
    EXPECT_EQ(bank_of(c_register(RegisterMap::Maxas, issues[c])), banks[c % 4]) << c;
}

TEST(Banks, OfTheOperands) {
  int meetings = 0;
  for (int xi = 0; xi < 8; ++xi) {
    for (int yi = 0; yi < 8; ++yi) {
      const int c = bank_of(c_register(RegisterMap::Maxas, {xi, yi}));
      EXPECT_EQ(c, 3 - 2 * (xi >> 1 & 1) - (yi & 1));
      for (int line = 0; line < 8; ++line) {
        const int a = bank_of(a_register(line, xi)), b = bank_of(b_register(line, yi));
        EXPECT_EQ(a, xi & 3);
        EXPECT_EQ(b, yi & 3);
        EXPECT_NE(c, a);
        EXPECT_NE(c, b);
        meetings += line == 0 && a == b ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(meetings, 16);
}

TEST(RegisterMaps, AreBijections) {
  for (const RegisterMapRow& row : register_maps) {
    std::set<int> registers;
    for (int xi = 0; xi < 8; ++xi) {
      for (int yi = 0; yi < 8; ++yi) {
        const int reg = c_register(row.map, {xi, yi});
        EXPECT_EQ(c_index(row.map, reg), (TileIndex{xi, yi})) << row.name;
        registers.insert(reg);
      }
    }
    EXPECT_EQ(registers.size(), 64u) << row.name;
    EXPECT_EQ(*registers.rbegin(), 63) << row.name;
  }
  EXPECT_EQ(c_register(RegisterMap::RowMajor, {3, 5}), 29);
  EXPECT_EQ(c_register(RegisterMap::ColumnMajor, {3, 5}), 43);
}

// 1.3: other registers.
struct Area {
  int first, last;
  RegisterUse use;
  int set;
};
constexpr Area areas[] = {{0, 63, RegisterUse::C, 0},  {64, 71, RegisterUse::A, 0}, {72, 79, RegisterUse::B, 0},
                          {80, 87, RegisterUse::A, 1}, {88, 95, RegisterUse::B, 1}, {96, 103, RegisterUse::Load, 0}};

TEST(Registers, AreasAreWhereTheDocumentSays) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    for (const Area& area : areas) {
      for (int reg = area.first; reg <= area.last; ++reg) {
        EXPECT_EQ(role_of(kernel, reg).use, area.use) << "R" << reg;
        EXPECT_EQ(role_of(kernel, reg).set, area.set) << "R" << reg;
        EXPECT_EQ(role_of(kernel, reg).index, reg - area.first) << "R" << reg;
      }
    }
    for (int reg = 104; reg <= 111; ++reg)
      EXPECT_EQ(role_of(kernel, reg).use, kernel == sgemm64 ? RegisterUse::Load : RegisterUse::Free) << "R" << reg;
    for (const int reg : {-1, 112, 127, 255}) EXPECT_EQ(role_of(kernel, reg).use, RegisterUse::Free) << "R" << reg;
  }
  EXPECT_EQ(a_register(0, 3), 67);
  EXPECT_EQ(b_register(0, 3), 75);
  EXPECT_EQ(a_register(5, 3), 83);
  EXPECT_EQ(b_register(7, 7), 95);
  EXPECT_EQ(staging_register(7), 71);
}

// 1.1.
TEST(Figures, AreThoseOfTheListings) {
  EXPECT_EQ(sgemm64_figures.registers, 127);
  EXPECT_EQ(sgemm128_figures.registers, 118);
  EXPECT_NEAR(sgemm64_figures.listing.percent(), 47.07, 0.005);
  EXPECT_NEAR(sgemm128_figures.listing.percent(), 46.84, 0.005);
  EXPECT_NEAR(100.0 * lines * ffmas / figures_of(sgemm64).issue_slots, 98.5, 0.05);
  EXPECT_NEAR(100.0 * lines * ffmas / figures_of(sgemm128).issue_slots, 98.8, 0.05);
}

}  // namespace
}  // namespace tcviz::maxas
