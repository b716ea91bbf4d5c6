// Tiles in shared memory, one element of C a thread.
#include "head.cuh"

extern "C" __global__ void tiled_cuda_core(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[SIDE][SIDE], right[SIDE][SIDE];
  const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
  const int row = blockIdx.y * SIDE + y, col = blockIdx.x * SIDE + x;
  float sum = 0;
  for (int p = 0; p < k; p += SIDE) {
    left[y][x] = a[(size_t)row * k + p + x];
    right[y][x] = b[(size_t)(p + y) * n + col];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < SIDE; ++q) sum += left[y][q] * right[q][x];
    __syncthreads();
  }
  c[(size_t)row * n + col] = sum;
}
