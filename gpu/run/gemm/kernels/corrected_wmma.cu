// An f32 product from f16 pieces, A = A16 + dA16 and B = B16 + dB16:
//
//   C = A16 B16 + dA16 B16 + A16 dB16
//
// STAGED: all threads split the whole stage and the halves go through shared memory once more. Else each thread splits
// the elements that it holds of a fragment, in registers: a_row() and its like say which.
// TRUNCATED: all sums are left to the tensor cores, which cut them off. Else they add up one stage, and the CUDA cores,
// which round to nearest, add up the stages. SCALED: errors are kept times SCALE, and in a sum of their own.
#include <cuda_fp16.h>
#include <mma.h>

#include "head.cuh"

#include "block_places.cuh"
#include "copies_to_shared.cuh"
#include "wmma_sums.cuh"

constexpr int THREADS = 32 * WARPS_M * WARPS_N;
constexpr int PHASES = K / 16, LEFT = M * (K + LEFT_SKEW), STAGE = LEFT + K * (N + SKEW);  // floats
constexpr int LEFT_HALVES = M * (K + HALF_SKEW), RIGHT_HALVES = K * (N + HALF_SKEW);
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;

__device__ inline void fetch(float* stage, const float* a, const float* b, int p, int n, int k) {
  for (int e = threadIdx.x; e < M * K / 4; e += THREADS) {
    const int row = e / (K / 4), col = e % (K / 4) * 4;
    copy16(stage + row * (K + LEFT_SKEW) + col, a + (size_t)row * k + p + col);
  }
  for (int e = threadIdx.x; e < K * N / 4; e += THREADS) {
    const int row = e / (N / 4), col = e % (N / 4) * 4;
    copy16(stage + LEFT + row * (N + SKEW) + col, b + (size_t)(p + row) * n + col);
  }
}

// x and what rounding it to f16 loses.
__device__ inline void split(float x, half& high, half& low) {
  high = __float2half(x);
  low = __float2half((x - __half2float(high)) * SCALE);
}

// Where STAGED, into four tiles of halves.
__device__ inline void split_stage(const float* stage, half* halves) {
  if constexpr (STAGED) {
    for (int e = threadIdx.x; e < M * K; e += THREADS) {
      const int at = e / K * (K + HALF_SKEW) + e % K;
      split(stage[e / K * (K + LEFT_SKEW) + e % K], halves[at], halves[LEFT_HALVES + at]);
    }
    for (int e = threadIdx.x; e < K * N; e += THREADS) {
      const int at = 2 * LEFT_HALVES + e / N * (N + HALF_SKEW) + e % N;
      split(stage[LEFT + e / N * (N + SKEW) + e % N], halves[at], halves[RIGHT_HALVES + at]);
    }
    __syncthreads();
  }
}

// The pieces of A at row and p of the tile.
__device__ inline void load_left(Left& high, Left& low, const float* stage, const half* halves, int row, int p) {
  if constexpr (STAGED) {
    const half* const from = halves + row * (K + HALF_SKEW) + p;
    wmma::load_matrix_sync(high, from, K + HALF_SKEW);
    wmma::load_matrix_sync(low, from + LEFT_HALVES, K + HALF_SKEW);
  } else {
    const float* const tile = stage + row * (K + LEFT_SKEW) + p;
    const int tid = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < high.num_elements; ++i)
      split(tile[a_row(tid, i) * (K + LEFT_SKEW) + a_col(tid, i)], high.x[i], low.x[i]);
  }
}

// The pieces of B at p and col.
__device__ inline void load_right(Right& high, Right& low, const float* stage, const half* halves, int p, int col) {
  if constexpr (STAGED) {
    const half* const from = halves + 2 * LEFT_HALVES + p * (N + HALF_SKEW) + col;
    wmma::load_matrix_sync(high, from, N + HALF_SKEW);
    wmma::load_matrix_sync(low, from + RIGHT_HALVES, N + HALF_SKEW);
  } else {
    const float* const tile = stage + LEFT + p * (N + SKEW) + col;
    const int tid = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < high.num_elements; ++i)
      split(tile[b_row(tid, i) * (N + SKEW) + b_col(tid, i)], high.x[i], low.x[i]);
  }
}

// The three products of a stage; those with an error go to a sum that may be the same.
__device__ inline void multiply_pieces(Sum& sum, Sum& error, const Left (&high_l)[PHASES][ROWS],
                                       const Left (&low_l)[PHASES][ROWS], int i, const Right (&high_r)[PHASES],
                                       const Right (&low_r)[PHASES]) {
#pragma unroll
  for (int p = 0; p < PHASES; ++p) {
    wmma::mma_sync(error, low_l[p][i], high_r[p], error);
    wmma::mma_sync(error, high_l[p][i], low_r[p], error);
    wmma::mma_sync(sum, high_l[p][i], high_r[p], sum);
  }
}

// To one fragment of C, the i-th of its column.
__device__ inline void add_stage(Sum& sum, const Left (&high_l)[PHASES][ROWS], const Left (&low_l)[PHASES][ROWS], int i,
                                 const Right (&high_r)[PHASES], const Right (&low_r)[PHASES]) {
  if constexpr (TRUNCATED) {
    multiply_pieces(sum, sum, high_l, low_l, i, high_r, low_r);
  } else if constexpr (SCALED) {
    Sum part, error;
    wmma::fill_fragment(part, 0.0f);
    wmma::fill_fragment(error, 0.0f);
    multiply_pieces(part, error, high_l, low_l, i, high_r, low_r);
#pragma unroll
    for (int e = 0; e < part.num_elements; ++e) sum.x[e] += part.x[e] + error.x[e] / SCALE;
  } else {
    Sum part;
    wmma::fill_fragment(part, 0.0f);
    multiply_pieces(part, part, high_l, low_l, i, high_r, low_r);
#pragma unroll
    for (int e = 0; e < part.num_elements; ++e) sum.x[e] += part.x[e];
  }
}

extern "C" __global__ __launch_bounds__(THREADS) void corrected_wmma(const float* a, const float* b, float* c, int m,
                                                                     int n, int k) {
  extern __shared__ __align__(128) float stages[];
  half* const halves = (half*)(stages + STAGES * STAGE);
  const auto [row, col] = place_of_block(m, n);
  a += (size_t)row * k, b += col;
  const int warp = threadIdx.x / 32, warp_row = warp / WARPS_N * (M / WARPS_M),
            warp_col = warp % WARPS_N * (N / WARPS_N);
  Sum sum[ROWS][COLS];
  set_zero(sum);
  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE, a, b, s * K, n, k);
    commit();
  }
  for (int s = 0; s < steps; ++s) {
    wait<STAGES - 2>();
    __syncthreads();
    const int ahead = s + STAGES - 1;
    if (ahead < steps) fetch(stages + ahead % STAGES * STAGE, a, b, ahead * K, n, k);
    commit();
    const float* const stage = stages + s % STAGES * STAGE;
    split_stage(stage, halves);
    Left high_l[PHASES][ROWS], low_l[PHASES][ROWS];
#pragma unroll
    for (int p = 0; p < PHASES; ++p)
#pragma unroll
      for (int i = 0; i < ROWS; ++i) load_left(high_l[p][i], low_l[p][i], stage, halves, warp_row + 16 * i, 16 * p);
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
      Right high_r[PHASES], low_r[PHASES];
#pragma unroll
      for (int p = 0; p < PHASES; ++p) load_right(high_r[p], low_r[p], stage, halves, 16 * p, warp_col + 16 * j);
#pragma unroll
      for (int i = 0; i < ROWS; ++i) add_stage(sum[i][j], high_l, low_l, i, high_r, low_r);
    }
  }
  store(c + (size_t)(row + warp_row) * n + col + warp_col, sum, n);
}
