// Products executed from recorded machine code: right with the documented places, wrong with any other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gpu/layout/element_value.hpp"
#include "gpu/prove/second_opinion.hpp"
#include "tests/sass/recorded_code.hpp"

namespace tcviz {
namespace {

constexpr unsigned seed = 7;

struct ProductRecording {
  const char* file;
  ComputeCapability architecture;
  int parameters;
  std::size_t kernels;
  std::vector<TileName> tiles;  // the matrix instructions in it
};

const std::vector<ProductRecording>& product_recordings() {
  using enum TileName;
  static const std::vector<ProductRecording> all{
      {"products_sm_70.txt", 70, 0x160, 8, {H884F16, H884F32}},
      {"products_sm_75.txt", 75, 0x160, 7, {H1688F16, H1688F32, I8816S8, I8816U8, I8832S4, I8832U4, B88128Xor}},
      {"products_sm_90.txt",
       90,
       0x210,
       8,
       {H16816F16, H16816F32, H16816BF16, H1684TF32, I16816S8, I16816U8, B88128And, D884}},
      {"products_sm_120.txt", 120, 0x380, 1, {H16816F32}}};
  return all;
}

struct Count {
  int agree = 0, differ = 0, not_executed = 0;
};

// The maps that the kernels of a recording give, with these places.
Count multiply(const ProductRecording& recording, std::span<const Tile> tiles) {
  const auto kernels = read_recorded(recording.file);
  const Cubin cubin = as_cubin(kernels, recording.architecture, recording.parameters, 32);
  Count count;
  for (const ProductOpinion& each : multiply_products(product_kernels(recording.architecture), cubin, tiles, seed)) {
    if (cubin.find(kernel_name(each.product)) == nullptr) continue;
    count.agree += each.opinion == Opinion::Agrees;
    count.differ += each.opinion == Opinion::Differs;
    count.not_executed += each.opinion == Opinion::NotExecuted;
    if (tiles.data() == documented_tiles().data()) {
      EXPECT_EQ(each.opinion, Opinion::Agrees) << kernel_name(each.product) << ": " << each.why;
    }
  }
  return count;
}

TEST(Products, ComeOutRightWithTheDocumentedPlaces) {
  for (const ProductRecording& recording : product_recordings()) {
    EXPECT_EQ(multiply(recording, documented_tiles()).agree, static_cast<int>(recording.kernels)) << recording.file;
  }
}

// Every operand of every instruction, with its two lowest row bits swapped, or its column bits: never unnoticed.
TEST(Products, OneWrongPlaceIsCaught) {
  int caught = 0;
  for (const ProductRecording& recording : product_recordings()) {
    for (const TileName name : recording.tiles) {
      for (const auto operand : {&Tile::a, &Tile::b, &Tile::sum}) {
        for (const auto bits : {&TilePlaces::row, &TilePlaces::col}) {
          std::vector<Tile> tiles(documented_tiles().begin(), documented_tiles().end());
          Tile& tile = *std::find_if(tiles.begin(), tiles.end(), [&](const Tile& t) { return t.name == name; });
          std::swap((tile.*operand.*bits)[0], (tile.*operand.*bits)[1]);
          const Count count = multiply(recording, tiles);
          EXPECT_GT(count.differ, 0) << recording.file << " " << tile.section;
          caught += count.differ > 0;
        }
      }
    }
  }
  std::printf("%d wrong places caught\n", caught);
}

TEST(Products, AnInstructionWithoutPlacesIsNotExecuted) {
  const ProductRecording& recording = product_recordings().front();
  EXPECT_EQ(multiply(recording, {}).not_executed, static_cast<int>(recording.kernels));
}

// Each element of an operand lies in exactly one place of each group of lanes that multiplies matrices of its own.
TEST(Tiles, EveryElementHasOnePlace) {
  for (const Tile& tile : documented_tiles()) {
    const auto [m, n, k] = tile.shape;
    const int groups = tile.step_values == 0 ? 1 : 4;
    struct Operand {
      TilePlaces places;
      int rows, cols;
    };
    std::vector<Operand> operands{{tile.a, m, k}, {tile.b, k, n}, {tile.sum, m, n}};
    if (tile.step_values != 0) operands.insert(operands.end(), {{tile.a_by_col, m, k}, {tile.b_by_row, k, n}});
    for (const auto& [places, rows, cols] : operands) {
      std::set<std::tuple<int, int, int>> seen;
      for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < places.values; ++i) {
          const int row = tile_number(places.row, lane, i), col = tile_number(places.col, lane, i);
          EXPECT_TRUE(row < rows && col < cols) << tile.section;
          seen.emplace(groups == 1 ? 0 : lane >> 2 & 3, row, col);
        }
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(groups * rows * cols)) << tile.section;
      EXPECT_EQ(32 * places.values, groups * rows * cols) << tile.section;
    }
  }
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type", in the manual's own words.
TEST(Tiles, HalfOfSixteenByEightBySixteenIsWhatTheManualSays) {
  const Tile& tile = *find_tile(documented_tiles(), TileName::H16816F32);
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane % 4;
    for (int i = 0; i < 8; ++i) {
      const bool first = (0 <= i && i < 2) || (4 <= i && i < 6);
      EXPECT_EQ(tile_number(tile.a.row, lane, i), first ? group : group + 8);
      EXPECT_EQ(tile_number(tile.a.col, lane, i), i < 4 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8);
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(tile_number(tile.b.row, lane, i), i < 2 ? in_group * 2 + (i & 1) : in_group * 2 + (i & 1) + 8);
      EXPECT_EQ(tile_number(tile.b.col, lane, i), group);
      EXPECT_EQ(tile_number(tile.sum.row, lane, i), i < 2 ? group : group + 8);
      EXPECT_EQ(tile_number(tile.sum.col, lane, i), in_group * 2 + (i & 1));
    }
  }
}

// "Matrix Fragments for mma.m8n8k4 with .f16 floating point type": the sum in f32.
TEST(Tiles, VoltasSumIsWhatTheManualSays) {
  const Tile& tile = *find_tile(documented_tiles(), TileName::H884F32);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 8; ++i) {
      const int x = (lane & 1) + (i & 2);
      EXPECT_EQ(tile_number(tile.sum.row, lane, i), lane < 16 ? x : x + 4);
      EXPECT_EQ(tile_number(tile.sum.col, lane, i), (i & 4) + (lane & 2) + (i & 1));
    }
  }
}

ProductOpinion product(Opinion opinion, const char* why) {
  const Kind *a = find_kind("wmma.m16n16k16.a.f16.row"), *b = find_kind("wmma.m16n16k16.b.f16.col");
  return {{{a, b, find_kind("wmma.m16n16k16.acc.f32")}}, opinion, why};
}

TEST(Opinions, TheGravestCounts) {
  using enum Opinion;
  const ProductOpinion agrees = product(Agrees, ""), missing = product(NotExecuted, "a call"),
                       differs = product(Differs, "D(0, 0)");
  EXPECT_EQ(by_kind(std::vector{missing, missing}).front().opinion, NotExecuted);
  const auto both = by_kind(std::vector{missing, agrees});
  ASSERT_EQ(both.size(), 3u);
  EXPECT_EQ(both.front().opinion, Agrees);
  EXPECT_EQ(both.front().products, 2);
  EXPECT_EQ(both.front().agree, 1);
  EXPECT_EQ(both.front().why, "a call");
  const auto all = by_kind(std::vector{agrees, differs, missing, agrees});
  EXPECT_EQ(all.front().opinion, Differs);
  EXPECT_EQ(all.front().why, "D(0, 0)");
}

}  // namespace
}  // namespace tcviz
