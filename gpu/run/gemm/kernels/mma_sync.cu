// mma.sync on plain registers, which are laid out as the PTX ISA says ("Matrix Fragments for mma.m16n8k16").
#include <cuda_fp16.h>

#include "head.cuh"

#include "block_places.cuh"
#include "copies_to_shared.cuh"
#include "ldmatrix.cuh"

constexpr int THREADS = 32 * WARPS_M * WARPS_N, ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16;
constexpr int LEFT = M * K, STAGE = LEFT + K * N, PHASES = K / 16;  // halves
constexpr int A_STEP = THREADS / (K / 8), B_STEP = THREADS / (N / 8), A_COPIES = M / A_STEP, B_COPIES = K / B_STEP;

// Where a chunk of 8 halves lies: eight rows of one chunk meet no bank twice. Two rows of A fill the banks once.
__device__ inline int place_in_a(int row, int chunk) { return row * K + (chunk ^ row / 2 % 4) * 8; }
__device__ inline int place_in_b(int row, int chunk) { return LEFT + row * N + (chunk ^ row % 8) * 8; }

__device__ inline void load_a(unsigned (&x)[4], const half* from) {
  load_matrices<false>(x, (unsigned)__cvta_generic_to_shared(from));
}

// Two fragments of 8 columns.
__device__ inline void load_b(unsigned (&x)[4], const half* from) {
  load_matrices<true>(x, (unsigned)__cvta_generic_to_shared(from));
}

__device__ inline void multiply(float* d, const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
      "%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ inline void multiply_all(float (&sum)[ROWS][COLS][8], const unsigned (&l)[ROWS][4],
                                    const unsigned (&r)[COLS][4]) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
      multiply(sum[i][j], l[i], r[j][0], r[j][1]);
      multiply(sum[i][j] + 4, l[i], r[j][2], r[j][3]);
    }
}
// Of a 16x8 accumulator a thread has d[0], d[1] in row lane / 4 and d[2], d[3] eight rows below; `to` is its first
// place.
__device__ inline void store(float* to, const float (&sum)[ROWS][COLS][8], int n) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j)
#pragma unroll
      for (int e = 0; e < 8; e += 2)
        *(float2*)(to + (size_t)(16 * i + e / 2 % 2 * 8) * n + 16 * j + e / 4 * 8) =
            make_float2(sum[i][j][e], sum[i][j][e + 1]);
}

extern "C" __global__ __launch_bounds__(THREADS, 2) void mma_sync(const half* a, const half* b, float* c, int m, int n,
                                                                  int k) {
  extern __shared__ __align__(128) half stages[];
  const auto [row, col] = place_of_block(m, n);
  const int a_row = threadIdx.x / (K / 8), a_chunk = threadIdx.x % (K / 8);
  const int b_row = threadIdx.x / (N / 8), b_chunk = threadIdx.x % (N / 8);
  a += (size_t)(row + a_row) * k + a_chunk * 8, b += (size_t)b_row * n + col + b_chunk * 8;
  const auto fetch = [&](half* stage) {
#pragma unroll
    for (int x = 0; x < A_COPIES; ++x)
      copy16(stage + place_in_a(a_row + x * A_STEP, a_chunk), a + (size_t)(x * A_STEP) * k);
#pragma unroll
    for (int x = 0; x < B_COPIES; ++x)
      copy16(stage + place_in_b(b_row + x * B_STEP, b_chunk), b + (size_t)(x * B_STEP) * n);
    a += K, b += (size_t)K * n;
  };

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);
  float sum[ROWS][COLS][8] = {};  // two 16x8 accumulators, side by side
  unsigned l[2][ROWS][4], r[2][COLS][4];
  const auto load = [&](const half* stage, int phase, int to) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
      load_a(l[to][i], stage + place_in_a(warp_row + 16 * i + lane % 16, 2 * phase + lane / 16));
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      load_b(r[to][j], stage + place_in_b(16 * phase + lane % 16, (warp_col + 16 * j) / 8 + lane / 16));
  };

  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE);
    commit();
  }
  wait<STAGES - 2>();
  __syncthreads();
  load(stages, 0, 0);
  for (int s = 0; s < steps; ++s) {
    const int ahead = s + STAGES - 1;
#pragma unroll
    for (int phase = 0; phase < PHASES; ++phase) {
      const int now = phase % 2;
      if (phase == PHASES - 1) {
        wait<STAGES - 2>();
        __syncthreads();  // the next stage is there, and nobody needs this one any more
        load(stages + (s + 1) % STAGES * STAGE, 0, 1 - now);
      } else {
        load(stages + s % STAGES * STAGE, phase + 1, 1 - now);
      }
      if (phase == 0) {
        if (ahead < steps) fetch(stages + ahead % STAGES * STAGE);
        commit();
      }
      multiply_all(sum, l[now], r[now]);
    }
  }

  store(c + (size_t)(row + warp_row + lane / 4) * n + col + warp_col + lane % 4 * 2, sum, n);
}
