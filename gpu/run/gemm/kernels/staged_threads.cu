// Tiles in shared memory, several stages of them in flight by asynchronous copies that the threads start themselves.
#include <cuda_fp16.h>
#include <mma.h>

#include "head.cuh"

#include "block_places.cuh"
#include "copies_to_shared.cuh"
#include "wmma_sums.cuh"

constexpr int THREADS = 32 * WARPS_M * WARPS_N;
constexpr int LEFT = M * (K + SKEW), STAGE = LEFT + K * (N + SKEW);  // halves
constexpr int PHASES = K / 16;
// A thread copies 8 halves of every A_STEP-th row of A, and of every B_STEP-th row of B.
constexpr int A_STEP = THREADS / (K / 8), B_STEP = THREADS / (N / 8), A_COPIES = M / A_STEP, B_COPIES = K / B_STEP;

using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;

// The fragments of a warp's part of a stage, 16 of K from p on.
__device__ inline void load(Left (&l)[ROWS], Right (&r)[COLS], const half* stage, int p, int warp_row, int warp_col) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i) wmma::load_matrix_sync(l[i], stage + (warp_row + 16 * i) * (K + SKEW) + p, K + SKEW);
#pragma unroll
  for (int j = 0; j < COLS; ++j)
    wmma::load_matrix_sync(r[j], stage + LEFT + p * (N + SKEW) + warp_col + 16 * j, N + SKEW);
}

__device__ inline void multiply_all(Sum (&sum)[ROWS][COLS], const Left (&l)[ROWS], const Right (&r)[COLS]) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::mma_sync(sum[i][j], l[i], r[j], sum[i][j]);
}

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

  const int warp = threadIdx.x / 32, warp_row = warp / WARPS_N * (M / WARPS_M),
            warp_col = warp % WARPS_N * (N / WARPS_N);
  Sum sum[ROWS][COLS];
  set_zero(sum);
  Left l[2][ROWS];
  Right r[2][COLS];

  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE, 0, 1);
    commit();
  }
  wait<STAGES - 2>();
  __syncthreads();
  load(l[0], r[0], stages, 0, warp_row, warp_col);
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
        load(l[1 - now], r[1 - now], next, 0, warp_row, warp_col);
      } else {
        load(l[1 - now], r[1 - now], stage, 16 * (phase + 1), warp_row, warp_col);
        if (ahead < steps) fetch(stages + ahead % STAGES * STAGE, phase, PHASES - 1);
        if (phase == PHASES - 2) commit();
      }
      multiply_all(sum, l[now], r[now]);
    }
  }
  store(c + (size_t)(row + warp_row) * n + col + warp_col, sum, n);
}
