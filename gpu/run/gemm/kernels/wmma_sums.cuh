// Sum, set_zero() and store(): the accumulators of a warp, an array of ROWS x COLS fragments.
#pragma once

#include <mma.h>

#include "head.cuh"

using namespace nvcuda;

constexpr int ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ inline void set_zero(Sum (&sum)[ROWS][COLS]) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
}

// Stores the accumulators. `to` is the begin of the warp's part of C, n the length of a row of C.
__device__ inline void store(float* to, const Sum (&sum)[ROWS][COLS], int n) {
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      wmma::store_matrix_sync(to + (size_t)(16 * i) * n + 16 * j, sum[i][j], n, wmma::mem_row_major);
}
