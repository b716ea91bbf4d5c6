// sgemm64.c and sgemm128.c against the tables of the maxas facts: sections 1.1 to 1.3.
#include "gpu/layout/sgemm.hpp"

#include <gtest/gtest.h>

#include <set>

#include "gpu/layout/gf2.hpp"

namespace tcviz {
namespace {

// 1.3, rows xi, columns yi.
constexpr int register_table[8][8] = {
    {3, 2, 11, 10, 19, 18, 27, 26},   {7, 6, 15, 14, 23, 22, 31, 30},   {1, 0, 9, 8, 17, 16, 25, 24},
    {5, 4, 13, 12, 21, 20, 29, 28},   {35, 34, 43, 42, 51, 50, 59, 58}, {39, 38, 47, 46, 55, 54, 63, 62},
    {33, 32, 41, 40, 49, 48, 57, 56}, {37, 36, 45, 44, 53, 52, 61, 60},
};

TEST(Sgemm, RegistersAreThePublishedTable) {
  for (int xi = 0; xi < 8; ++xi) {
    for (int yi = 0; yi < 8; ++yi) {
      EXPECT_EQ(sgemm_register({xi, yi}), register_table[xi][yi]) << xi << " " << yi;
      EXPECT_EQ(sgemm_index(register_table[xi][yi]), (TileIndex{xi, yi}));
    }
  }
}

TEST(Sgemm, OffsetsOfTheFourMicrotiles) {
  constexpr int offsets_64[] = {0, 1, 2, 3, 32, 33, 34, 35}, offsets_128[] = {0, 1, 2, 3, 64, 65, 66, 67};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(sgemm64.offset(i), offsets_64[i]);
    EXPECT_EQ(sgemm128.offset(i), offsets_128[i]);
  }
}

// 1.2: tid -> (x0, y0), threads below 64 alike in both kernels.
struct Corner {
  int tid, x0, y0;
};
constexpr Corner sgemm_both[] = {{0, 0, 0},  {1, 0, 4},   {2, 4, 0},    {3, 4, 4},   {15, 28, 4},
                                 {16, 0, 8}, {17, 0, 12}, {31, 28, 12}, {32, 0, 16}, {63, 28, 28}};
constexpr Corner only_128[] = {{64, 0, 32}, {127, 28, 60}, {128, 32, 0}, {255, 60, 60}};

TEST(Sgemm, ThreadsBeginWhereTheDocumentSays) {
  const auto expect = [](const SgemmKernel& kernel, const Corner& row) {
    const Microtile at = sgemm_microtile(kernel, row.tid);
    EXPECT_EQ(4 * at.x, row.x0) << kernel.tile << " T" << row.tid;
    EXPECT_EQ(4 * at.y, row.y0) << kernel.tile << " T" << row.tid;
  };
  for (const Corner& row : sgemm_both)
    for (const SgemmKernel& kernel : sgemm_kernels) expect(kernel, row);
  for (const Corner& row : only_128) expect(sgemm128, row);
}

// 1.2: where each bit of the element comes from. A letter and a number: r register, l lane, w warp; ~ inverted.
struct BitTable {
  SgemmKernel kernel;
  std::vector<std::string> y, x;
};
const BitTable bit_tables[] = {
    {sgemm64, {"~r0", "r3", "l0", "l4", "w0", "r4"}, {"r2", "~r1", "l1", "l2", "l3", "r5"}},
    {sgemm128, {"~r0", "r3", "l0", "l4", "w0", "w1", "r4"}, {"r2", "~r1", "l1", "l2", "l3", "w2", "r5"}},
};

int value_of(const std::vector<std::string>& bits, int tid, int reg) {
  int value = 0;
  for (std::size_t at = 0; at < bits.size(); ++at) {
    const std::string& word = bits[at];
    const std::size_t letter = word.front() == '~' ? 1 : 0;
    const int number = word[letter + 1] - '0';
    const int from = word[letter] == 'r' ? reg : word[letter] == 'l' ? tid & 31 : tid >> 5;
    value |= ((from >> number ^ (letter == 1 ? 1 : 0)) & 1) << at;
  }
  return value;
}

TEST(Sgemm, EverySlotIsWhatTheBitTableSays) {
  for (const BitTable& table : bit_tables) {
    const Layout layout = sgemm_layout(table.kernel);
    for (int tid = 0; tid < layout.threads(); ++tid)
      for (int i = 0; i < layout.values(); ++i)
        ASSERT_EQ(layout.element({tid, i}), (Element{value_of(table.x, tid, i), value_of(table.y, tid, i)}))
            << layout.kind() << " T" << tid << " R" << i;
  }
}

TEST(Sgemm, EveryElementHasOneOwner) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    const Kind* kind = find_kind(layout.kind());
    ASSERT_NE(kind, nullptr);
    EXPECT_EQ(layout.rows(), kind->rows());
    EXPECT_EQ(layout.cols(), kind->cols());
    EXPECT_EQ(layout.threads(), kind->threads);
    EXPECT_EQ(layout.values(), kind->values);
    EXPECT_EQ(layout.element_bits(), element_bits(kind->type));
    EXPECT_EQ(layout.slots(), layout.elements());
    EXPECT_EQ(layout.replication(), 1);
    EXPECT_EQ(layout.provenance().source, Source::Documented);
    EXPECT_TRUE(layout.provenance().reference);
  }
  EXPECT_EQ(sgemm_layout(sgemm64).threads(), 64);
  EXPECT_EQ(sgemm_layout(sgemm128).threads(), 256);
}

// Value i is the register itself: one 32-bit register each.
TEST(Sgemm, ValueIsRegister) {
  const Layout layout = sgemm_layout(sgemm128);
  for (int i = 0; i < layout.values(); ++i) EXPECT_EQ(layout.register_of(i), (RegisterSpan{i, i, 0, 31}));
}

// Not linear, but linear once the register is XORed with 3.
TEST(Sgemm, IsLinearAfterAnXorOfTheRegisterWith3) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    const Linearity found = extract_bits(layout);
    ASSERT_TRUE(found.matrix) << found.reason;
    EXPECT_NE(found.matrix->offset, 0u);
    EXPECT_EQ(layout.element({0, 3}), (Element{0, 0}));
    for (int first = 0; first < 64; ++first)
      for (int second = 0; second < 64; ++second) {
        const Element sum = *layout.element({0, (first ^ second) ^ 3});
        const Element one = *layout.element({0, first ^ 3}), other = *layout.element({0, second ^ 3});
        ASSERT_EQ(sum, (Element{one.row ^ other.row, one.col ^ other.col}));
      }
  }
}

// 1.2: the low quarter that a warp covers; the other three lie h apart.
TEST(Sgemm, WarpsCoverTheirFootprints) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    for (int warp = 0; warp < kernel.warps(); ++warp) {
      std::set<Element> covered, expected;
      for (int tid = 32 * warp; tid < 32 * warp + 32; ++tid)
        for (int i = 0; i < 64; ++i) covered.insert(*layout.element({tid, i}));
      const int x = kernel.tile == 64 ? 0 : 32 * (warp >> 2), y = 16 * (warp & 3), h = kernel.tile / 2;
      for (int row = x; row < x + 32; ++row)
        for (int col = y; col < y + 16; ++col)
          for (const int dx : {0, h})
            for (const int dy : {0, h}) expected.insert({row + dx, col + dy});
      EXPECT_EQ(covered, expected) << layout.kind() << " warp " << warp;
    }
  }
}

TEST(Sgemm, KindsAreFoundByTheirIds) {
  EXPECT_EQ(sgemm_kind(sgemm64), "sgemm64.c");
  ASSERT_NE(sgemm_of_kind("sgemm128.c"), nullptr);
  EXPECT_EQ(*sgemm_of_kind("sgemm128.c"), sgemm128);
  EXPECT_EQ(sgemm_of_kind("sgemm32.c"), nullptr);
  EXPECT_EQ(sgemm_of_kind(""), nullptr);
}

}  // namespace
}  // namespace tcviz
