// What the naive product becomes after the obvious steps: tiles in shared memory, several stages of them in flight by
// asynchronous copies that the threads themselves start, eight warps whose next fragments are loaded while
// these are multiplied, also from one stage to the next, and blocks in an order that keeps the second-level cache warm.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include <fmt/format.h>

#include "gpu/ops/gemm_texts.hpp"

namespace tcviz {
namespace {

// As large as the shared memory of a block lets it: 227 KiB on 9.0 and 10.0, 163 on 8.0, 99 and less elsewhere.
struct Plan {
  int m, n, k, warps_m, warps_n, stages;
};
Plan plan_of(ComputeCapability capability) {
  if (capability >= 90 && capability < 120) return {256, 128, 64, 4, 2, 4};
  if (capability == 80 || capability == 87) return {128, 256, 32, 2, 4, 4};
  return {128, 128, 32, 2, 4, 2};
}

constexpr int skew = 8;  // halves between rows: fragments' loads then meet no bank twice

constexpr std::string_view kernel =
    R"(constexpr int THREADS = 32 * WARPS_M * WARPS_N, ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16;
constexpr int LEFT = M * (K + SKEW), STAGE = LEFT + K * (N + SKEW);  // halves
constexpr int PHASES = K / 16;
// A thread copies 8 halves of every A_STEP-th row of A, and of every B_STEP-th row of B.
constexpr int A_STEP = THREADS / (K / 8), B_STEP = THREADS / (N / 8), A_COPIES = M / A_STEP, B_COPIES = K / B_STEP;

extern "C" __global__ __launch_bounds__(THREADS) void staged_wmma(const half* a, const half* b, float* c, int m, int n,
                                                                  int k) {
  extern __shared__ __align__(128) half stages[];
  const auto [row, col] = place_of_block(m, n);
  const int a_row = threadIdx.x / (K / 8), a_col = threadIdx.x % (K / 8) * 8;
  const int b_row = threadIdx.x / (N / 8), b_col = threadIdx.x % (N / 8) * 8;
  a += (size_t)(row + a_row) * k + a_col, b += (size_t)b_row * n + col + b_col;
  // One of several parts of the next stage to fetch.
  const auto fetch = [&](half* stage, int part, int parts) {
#pragma unroll
    for (int x = 0; x < A_COPIES; ++x)
      if (x * parts / A_COPIES == part)
        copy16(stage + (a_row + x * A_STEP) * (K + SKEW) + a_col, a + (size_t)(x * A_STEP) * k);
#pragma unroll
    for (int x = 0; x < B_COPIES; ++x)
      if (x * parts / B_COPIES == part)
        copy16(stage + LEFT + (b_row + x * B_STEP) * (N + SKEW) + b_col, b + (size_t)(x * B_STEP) * n);
    if (part == parts - 1) a += K, b += (size_t)K * n;
  };

  const int warp = threadIdx.x / 32, warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[ROWS][COLS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> l[2][ROWS];
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> r[2][COLS];
  const auto load = [&](const half* stage, int p, int to) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) wmma::load_matrix_sync(l[to][i], stage + (warp_row + 16 * i) * (K + SKEW) + p, K + SKEW);
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      wmma::load_matrix_sync(r[to][j], stage + LEFT + p * (N + SKEW) + warp_col + 16 * j, N + SKEW);
  };

  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE, 0, 1);
    commit();
  }
  wait<STAGES - 2>();
  __syncthreads();
  load(stages, 0, 0);
  for (int s = 0; s < steps; ++s) {
    const half* const stage = stages + s % STAGES * STAGE;
    const half* const next = stages + (s + 1) % STAGES * STAGE;
    const int ahead = s + STAGES - 1;
#pragma unroll
    for (int phase = 0; phase < PHASES; ++phase) {
      const int now = phase % 2;
      if (phase == PHASES - 1) {
        wait<STAGES - 2>();
        __syncthreads();  // the next stage is there, and nobody needs this one any more
        load(next, 0, 1 - now);
      } else {
        load(stage, 16 * (phase + 1), 1 - now);
        if (ahead < steps) fetch(stages + ahead % STAGES * STAGE, phase, PHASES - 1);
        if (phase == PHASES - 2) commit();
      }
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

std::string staged_threads_text(ComputeCapability capability, const FragmentFormulae&) {
  const Plan p = plan_of(capability);
  std::string text = fmt::format(
      "#include <cuda_fp16.h>\n#include <mma.h>\nusing namespace nvcuda;\n\n"
      "constexpr int M = {}, N = {}, K = {}, WARPS_M = {}, WARPS_N = {}, STAGES = {}, SKEW = {}, STRIP = 8;\n",
      p.m, p.n, p.k, p.warps_m, p.warps_n, p.stages, skew);
  text += block_places;
  text += copies_to_shared;
  text += kernel;
  return text;
}

GemmTiles staged_threads_tiles(ComputeCapability capability) {
  const Plan p = plan_of(capability);
  const int halves = p.m * (p.k + skew) + p.k * (p.n + skew);
  return {p.m,
          p.n,
          p.k,
          p.m / p.warps_m,
          p.n / p.warps_n,
          32 * p.warps_m * p.warps_n,
          p.stages * halves * 2,
          BlockOrder::Strips};
}

}  // namespace tcviz
