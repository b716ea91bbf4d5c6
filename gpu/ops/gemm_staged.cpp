// What the naive product becomes after the obvious steps: tiles in shared memory, several stages of them in flight by
// asynchronous copies, four to eight warps whose next fragments are loaded while these are multiplied, and blocks in an
// order that keeps the second-level cache warm.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include <fmt/format.h>

#include "gpu/ops/gemm_texts.hpp"

namespace tcviz {
namespace {

// Compute capability 8.0 has asynchronous copies and more than 64 KiB of shared memory for a block.
struct Plan {
  int m = 128, n = 256, k = 32, warps_m = 2, warps_n = 4, stages = 4;
};
Plan plan_of(ComputeCapability capability) {
  if (capability >= 90 && capability < 120) return {128, 128, 64, 2, 2, 3};
  if (capability == 80 || capability == 87) return {128, 256, 32, 2, 4, 4};
  return {128, 128, 32, 2, 4, 2};
}

constexpr int skew = 8;  // halves between rows: fragments' loads then meet no bank twice

constexpr std::string_view fetch_and_multiply =
    R"(__device__ inline void fetch(half* stage, const half* a, const half* b, int p, int n, int k) {
  for (int e = threadIdx.x; e < M * K / 8; e += THREADS) {
    const int row = e / (K / 8), col = e % (K / 8) * 8;
    copy16(stage + row * (K + SKEW) + col, a + (size_t)row * k + p + col);
  }
  for (int e = threadIdx.x; e < K * N / 8; e += THREADS) {
    const int row = e / (N / 8), col = e % (N / 8) * 8;
    copy16(stage + LEFT + row * (N + SKEW) + col, b + (size_t)(p + row) * n + col);
  }
}

extern "C" __global__ __launch_bounds__(THREADS) void staged_wmma(const half* a, const half* b, float* c, int m, int n,
                                                                  int k) {
  extern __shared__ __align__(128) half stages[];
  // Blocks go down a strip of 8 tiles' width, so that those that run together share rows and columns.
  const int across = n / N, down = m / M, strip = 8;
  const int first = blockIdx.x / (strip * down) * strip, width = min(strip, across - first);
  const int inside = blockIdx.x % (strip * down);
  const int row = inside / width * M, col = (first + inside % width) * N;
  a += (size_t)row * k, b += col;
  const int warp = threadIdx.x / 32, warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[ROWS][COLS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE, a, b, s * K, n, k);
    commit();
  }
  for (int s = 0; s < steps; ++s) {
    wait<STAGES - 2>();
    __syncthreads();
    const int ahead = s + STAGES - 1;
    const half* left = stages + s % STAGES * STAGE;
    const half* right = left + LEFT;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> l[2][ROWS];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> r[2][COLS];
    const auto load = [&](int p, int to) {
#pragma unroll
      for (int i = 0; i < ROWS; ++i) wmma::load_matrix_sync(l[to][i], left + (warp_row + 16 * i) * (K + SKEW) + p, K + SKEW);
#pragma unroll
      for (int j = 0; j < COLS; ++j) wmma::load_matrix_sync(r[to][j], right + p * (N + SKEW) + warp_col + 16 * j, N + SKEW);
    };
    load(0, 0);
    if (ahead < steps) fetch(stages + ahead % STAGES * STAGE, a, b, ahead * K, n, k);
    commit();
#pragma unroll
    for (int p = 0; p < K; p += 16) {
      const int now = p / 16 % 2;
      if (p + 16 < K) load(p + 16, 1 - now);
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
#pragma unroll
        for (int j = 0; j < COLS; ++j) wmma::mma_sync(sum[i][j], l[now][i], r[now][j], sum[i][j]);
    }
  }
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      wmma::store_matrix_sync(c + (size_t)(row + warp_row + 16 * i) * n + col + warp_col + 16 * j, sum[i][j], n,
                              wmma::mem_row_major);
}
)";

}  // namespace

std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae&) {
  const Plan p = plan_of(capability);
  return fmt::format(
             "#include <cuda_fp16.h>\n#include <mma.h>\nusing namespace nvcuda;\n\n"
             "constexpr int M = {}, N = {}, K = {}, WARPS_M = {}, WARPS_N = {}, STAGES = {}, SKEW = {};\n",
             p.m, p.n, p.k, p.warps_m, p.warps_n, p.stages, skew) +
         R"(constexpr int THREADS = 32 * WARPS_M * WARPS_N, ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16;
constexpr int LEFT = M * (K + SKEW), STAGE = LEFT + K * (N + SKEW);  // halves
)" + std::string(copies_to_shared) +
         std::string(fetch_and_multiply);
}

GemmTiles staged_wmma_tiles(ComputeCapability capability) {
  const Plan p = plan_of(capability);
  const int halves = p.m * (p.k + skew) + p.k * (p.n + skew);
  return {p.m, p.n, p.k, p.m / p.warps_m, p.n / p.warps_n, 32 * p.warps_m * p.warps_n, p.stages * halves * 2};
}

}  // namespace tcviz
