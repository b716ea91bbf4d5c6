// How kernels cut products: every element has one owner, all of A and B is read, and walking the tiles multiplies.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/gemm/gemm_tiling.hpp"

namespace tcviz {
namespace {

constexpr ComputeCapability gemm_tiling_architectures[] = {75, 80, 90, 120};

// Every kernel on every architecture at 20 shapes, ragged ones among them.
template <class Check>
void for_all(const Check& check) {
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.tiles == nullptr) continue;
    for (const ComputeCapability architecture : gemm_tiling_architectures) {
      if (!runs_on(kernel, architecture)) continue;
      for (const GemmShape& shape : verified_gemm_shapes()) {
        SCOPED_TRACE(std::string(kernel.id) + " sm_" + std::to_string(architecture) + " " + shape_text(shape));
        const auto tiling = GemmTiling::of(kernel, architecture, shape);
        ASSERT_TRUE(tiling);
        check(*tiling);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

template <class Visit>
void for_places(const GemmTiling& tiling, const Visit& visit) {
  TilePlace place;
  for (place.block_row = 0; place.block_row < tiling.blocks_down(); ++place.block_row)
    for (place.block_col = 0; place.block_col < tiling.blocks_across(); ++place.block_col)
      for (place.warp = 0; place.warp < tiling.warps(); ++place.warp)
        for (place.piece = 0; place.piece < tiling.pieces(); ++place.piece) visit(place);
}

struct Counts {
  int rows, cols;
  std::vector<int> seen = std::vector<int>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  bool add(const TileRect& rect) {
    if (rect.row < 0 || rect.col < 0 || rect.row + rect.rows > rows || rect.col + rect.cols > cols) return false;
    for (int row = rect.row; row < rect.row + rect.rows; ++row)
      for (int col = rect.col; col < rect.col + rect.cols; ++col)
        ++seen[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(col)];
    return true;
  }
};

TEST(GemmTiling, EveryElementOfCHasOneFragmentInOneWarpOfOneBlock) {
  for_all([](const GemmTiling& tiling) {
    Counts owners{tiling.padded().m, tiling.padded().n};
    bool inside = true, found = true;
    for_places(tiling, [&](const TilePlace& place) {
      const TileRect tile = tiling.block(place);
      for (const TileRect& part : tiling.piece(place)) {
        inside = owners.add(part) && inside;
        const int last_row = part.row + part.rows - 1, last_col = part.col + part.cols - 1;
        inside = tile.contains(part.row, part.col) && tile.contains(last_row, last_col) && inside;
        bool in_warp = false;
        for (const TileRect& warp : tiling.warp(place))
          in_warp = in_warp || (warp.contains(part.row, part.col) && warp.contains(last_row, last_col));
        inside = inside && in_warp;
        found = found && tiling.place_of(part.row, part.col) == place && tiling.place_of(last_row, last_col) == place;
      }
    });
    EXPECT_TRUE(inside);
    EXPECT_TRUE(found);
    EXPECT_TRUE(std::all_of(owners.seen.begin(), owners.seen.end(), [](int n) { return n == 1; }));
    EXPECT_GE(tiling.padded().m, tiling.shape().m);
    EXPECT_LT(tiling.padded().m - tiling.shape().m, tiling.tiles().m);
  });
}

// In all phases together a fragment reads its rows of A and its columns of B once, and nothing else: what the
// definition of the product needs.
TEST(GemmTiling, WhatIsReadIsWhatTheProductNeeds) {
  for_all([](const GemmTiling& tiling) {
    for (const TilePlace& place : {TilePlace{}, tiling.place_of(tiling.shape().m - 1, tiling.shape().n - 1),
                                   tiling.place_of(0, tiling.padded().n - 1)}) {
      Counts a{tiling.padded().m, tiling.padded().k}, b{tiling.padded().k, tiling.padded().n};
      bool inside = true, fetched = true;
      for (int phase = 0; phase < tiling.phases(); ++phase) {
        for (const TileRect& part : tiling.reads_a(place, phase)) {
          inside = a.add(part) && inside;
          fetched = fetched && tiling.fetches_a(place, phase).contains(part.row, part.col) &&
                    tiling.fetches_a(place, phase).contains(part.row + part.rows - 1, part.col + part.cols - 1);
        }
        for (const TileRect& part : tiling.reads_b(place, phase)) {
          inside = b.add(part) && inside;
          fetched = fetched && tiling.fetches_b(place, phase).contains(part.row, part.col) &&
                    tiling.fetches_b(place, phase).contains(part.row + part.rows - 1, part.col + part.cols - 1);
        }
      }
      EXPECT_TRUE(inside);
      EXPECT_TRUE(fetched);
      std::vector<bool> rows(static_cast<std::size_t>(tiling.padded().m)),
          cols(static_cast<std::size_t>(tiling.padded().n));
      for (const TileRect& part : tiling.piece(place)) {
        for (int row = part.row; row < part.row + part.rows; ++row) rows[static_cast<std::size_t>(row)] = true;
        for (int col = part.col; col < part.col + part.cols; ++col) cols[static_cast<std::size_t>(col)] = true;
      }
      bool exact = true;
      for (std::size_t n = 0; n < a.seen.size(); ++n)
        exact = exact && a.seen[n] == (rows[n / static_cast<std::size_t>(a.cols)] ? 1 : 0);
      for (std::size_t n = 0; n < b.seen.size(); ++n)
        exact = exact && b.seen[n] == (cols[n % static_cast<std::size_t>(b.cols)] ? 1 : 0);
      EXPECT_TRUE(exact);
    }
  });
}

class Executor {
 public:
  Executor(const GemmTiling& tiling, const std::vector<float>& a, const std::vector<float>& b)
      : tiling_(tiling), a_(a), b_(b) {}

  std::vector<float> run() {
    const GemmShape& shape = tiling_.shape();
    std::vector<float> c(static_cast<std::size_t>(shape.m) * static_cast<std::size_t>(shape.n));
    TilePlace place;
    for (place.block_row = 0; place.block_row < tiling_.blocks_down(); ++place.block_row)
      for (place.block_col = 0; place.block_col < tiling_.blocks_across(); ++place.block_col)
        for (place.warp = 0; place.warp < tiling_.warps(); ++place.warp)
          for (place.piece = 0; place.piece < tiling_.pieces(); ++place.piece) add(place, c);
    return c;
  }

 private:
  // Every row that is read of A with every column that is read of B, in every phase.
  void add(const TilePlace& place, std::vector<float>& c) {
    for (int phase = 0; phase < tiling_.phases(); ++phase)
      for (const TileRect& left : tiling_.reads_a(place, phase))
        for (const TileRect& right : tiling_.reads_b(place, phase)) multiply(left, right, c);
  }

  void multiply(const TileRect& left, const TileRect& right, std::vector<float>& c) {
    const GemmShape& shape = tiling_.shape();
    const auto at = [](int row, int cols, int col) {
      return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(col);
    };
    for (int row = left.row; row < std::min(left.row + left.rows, shape.m); ++row) {
      for (int k = left.col; k < std::min(left.col + left.cols, shape.k); ++k) {
        const float value = a_[at(row, shape.k, k)];
        for (int col = right.col; col < std::min(right.col + right.cols, shape.n); ++col)
          c[at(row, shape.n, col)] += value * b_[at(k, shape.n, col)];
      }
    }
  }

  const GemmTiling& tiling_;
  const std::vector<float>&a_, &b_;
};

// Multiplies by walking tiles, padding read as zeros; exact on small whole numbers.
std::vector<float> multiply_by_tiles(const GemmTiling& tiling, const std::vector<float>& a,
                                     const std::vector<float>& b) {
  return Executor(tiling, a, b).run();
}

TEST(GemmTiling, WalkingTheTilesMultiplies) {
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.tiles == nullptr) continue;
    for (const GemmShape& shape : {GemmShape{1, 1, 1}, {17, 16, 16}, {31, 33, 1}, {100, 60, 70}, {129, 257, 33}}) {
      SCOPED_TRACE(std::string(kernel.id) + " " + shape_text(shape));
      const auto a = gemm_matrix(shape.m, shape.k, GemmData::Whole, 0, 3);
      const auto b = gemm_matrix(shape.k, shape.n, GemmData::Whole, 0, 4);
      const auto exact = multiply_f64(shape, a, b);
      const auto tiled = multiply_by_tiles(*GemmTiling::of(kernel, 90, shape), a, b);
      ASSERT_EQ(tiled.size(), exact.size());
      EXPECT_TRUE(std::equal(tiled.begin(), tiled.end(), exact.begin(),
                             [](float x, double y) { return static_cast<double>(x) == y; }));
    }
  }
}

// By hand from the kernels' texts.
TEST(GemmTiling, KnownPlaces) {
  const auto naive = GemmTiling::of(*find_gemm("naive_wmma"), 90, {80, 64, 1024});
  EXPECT_EQ(naive->phases(), 64);
  EXPECT_EQ(naive->place_of(79, 0), (TilePlace{4, 0, 0, 0}));
  EXPECT_EQ(tell_phase(*naive, {4, 0, 0, 0}, 3),
            "phase 4 of 64: warp (0,0) of block (4,0) multiplies A[64..79, 48..63] by B[48..63, 0..15]");
  // 128x128 tiles; thread 17 is ty = 1, tx = 1: rows 4..7 and 68..71.
  const auto registers = GemmTiling::of(*find_gemm("register_tiled"), 90, {128, 128, 16});
  EXPECT_EQ(registers->place_of(70, 5), (TilePlace{0, 0, 0, 17}));
  EXPECT_EQ(tell_phase(*registers, {0, 0, 0, 17}, 1),
            "phase 2 of 2: thread 17 of block (0,0) multiplies A[4..7, 8..15] and A[68..71, 8..15] by B[8..15, 4..7] "
            "and B[8..15, 68..71]");
  // One element a thread, 32 threads to a row.
  const auto tiled = GemmTiling::of(*find_gemm("tiled_cuda_core"), 90, {40, 40, 40});
  EXPECT_EQ(tiled->place_of(33, 2), (TilePlace{1, 0, 1, 2}));
  // Four warps of a warpgroup have 16 rows each; the third warpgroup only copies.
  const auto wgmma = GemmTiling::of(*find_gemm("wgmma"), 90, {128, 256, 64});
  EXPECT_EQ(wgmma->warps(), 8);
  EXPECT_EQ(wgmma->place_of(79, 33), (TilePlace{0, 0, 4, 2}));
  EXPECT_FALSE(GemmTiling::of(*find_gemm("wgmma"), 80, {128, 256, 64}));
  EXPECT_FALSE(GemmTiling::of(*find_gemm("wgmma"), 100, {128, 256, 64}));
  EXPECT_FALSE(GemmTiling::of(*find_gemm("mma_sync"), 75, {128, 256, 64}));
  EXPECT_FALSE(GemmTiling::of(*find_gemm("cublas_f16"), 90, {64, 64, 64}));
  EXPECT_FALSE(GemmTiling::of(*find_gemm("naive_wmma"), 90, {0, 64, 64}));
}

}  // namespace
}  // namespace tcviz
