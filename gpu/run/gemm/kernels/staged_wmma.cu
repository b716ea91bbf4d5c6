// The same product with the copy engine: one thread tells it which boxes to bring, the other warps multiply. Fragments
// are filled by ldmatrix, as the layout says.
#include <cuda_fp16.h>
#include <mma.h>

#include "head.cuh"

#include "block_places.cuh"
#include "ldmatrix.cuh"
#include "tensor_copies.cuh"
#include "wmma_sums.cuh"

constexpr int PHASES = K / 16;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;

__device__ inline void load(Left& fragment, unsigned from) {
  unsigned x[4];
  load_matrices<A_TRANSPOSED>(x, from);
#pragma unroll
  for (int r = 0; r < fragment.num_elements / 2; ++r) *(unsigned*)(fragment.x + 2 * r) = x[A_MATRIX_OF[r]];
}

__device__ inline void load(Right& fragment, unsigned from) {
  unsigned x[4];
  load_matrices<B_TRANSPOSED>(x, from);
#pragma unroll
  for (int r = 0; r < fragment.num_elements / 2; ++r) *(unsigned*)(fragment.x + 2 * r) = x[B_MATRIX_OF[r]];
}

// Of a warp: the fragments of two phases, and where a lane tells ldmatrix that a row of 8 halves lies: row lane % 8 of
// matrix lane / 8.
struct Fragments {
  unsigned from_a[PHASES], from_b[COLS];
  Left l[2][ROWS];
  Right r[2][COLS];

  __device__ Fragments(unsigned stages, int warp_row, int warp_col) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int phase = 0; phase < PHASES; ++phase) {
      const int row = warp_row + A_MATRIX_ROW[lane / 8] + lane % 8, chunk = 2 * phase + A_MATRIX_COL[lane / 8] / 8;
      from_a[phase] = stages + row * ROW + (chunk ^ row % 8) * 16;
    }
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
      const int row = B_MATRIX_ROW[lane / 8] + lane % 8, col = warp_col + 16 * j + B_MATRIX_COL[lane / 8];
      from_b[j] = stages + A_BYTES + col / 64 * (K * ROW) + row * ROW + (col % 64 / 8 ^ row % 8) * 16;
    }
  }

  __device__ void load_all(int stage, int phase, int to) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) load(l[to][i], from_a[phase] + stage * STAGE + 16 * i * ROW);
#pragma unroll
    for (int j = 0; j < COLS; ++j) load(r[to][j], from_b[j] + stage * STAGE + 16 * phase * ROW);
  }

  // There and back, so that neighbours in time share a fragment.
  __device__ void multiply_all(Sum (&sum)[ROWS][COLS], int now) const {
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
#pragma unroll
      for (int j = 0; j < COLS; ++j) {
        const int there_and_back = i % 2 ? COLS - 1 - j : j;
        wmma::mma_sync(sum[i][there_and_back], l[now][i], r[now][there_and_back], sum[i][there_and_back]);
      }
  }
};

extern "C" __global__ __launch_bounds__(THREADS, 1) void staged_wmma(const __grid_constant__ TensorMap a,
                                                                     const __grid_constant__ TensorMap b, float* c,
                                                                     int m, int n, int k) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ unsigned long long barriers[2 * STAGES];
  const unsigned stages = address_of(shared), full = address_of(barriers), empty = full + 8 * STAGES;
  const Place at = place_of_block(m, n);
  const int steps = k / K, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  make_barriers(full, empty);
  if (warp >= CONSUMERS) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x == 32 * CONSUMERS) keep_copying(a, b, at, steps, stages, full, empty);
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
  const int warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);
  Fragments fragments(stages, warp_row, warp_col);
  Sum sum[ROWS][COLS];
  set_zero(sum);
  int stage = 0, parity = 0;
  wait(full, 0);
  fragments.load_all(0, 0, 0);
  for (int s = 0; s < steps; ++s) {
    const int used = stage;
    if (++stage == STAGES) stage = 0, parity ^= 1;
#pragma unroll
    for (int phase = 0; phase < PHASES; ++phase) {
      const int now = phase % 2;
      if (phase < PHASES - 1) {
        fragments.load_all(used, phase + 1, 1 - now);
      } else if (s + 1 < steps) {
        wait(full + 8 * stage, parity);
        fragments.load_all(stage, 0, 1 - now);
      }
      fragments.multiply_all(sum, now);
    }
    __syncwarp();
    if (lane == 0) arrive(empty + 8 * used);
  }
  store(c + (size_t)(at.row + warp_row) * n + at.col + warp_col, sum, n);
}
