// 8x8 elements of C a thread, kept in registers: 256 threads have a tile of M x N.
#include "head.cuh"

static_assert(M == 128 && N == 128 && K == 8);

extern "C" __global__ __launch_bounds__(256) void register_tiled(const float* a, const float* b, float* c, int m, int n,
                                                                 int k) {
  __shared__ __align__(16) float left[2][K][M + 4], right[2][K][N];
  const int t = threadIdx.x, ty = t / 16, tx = t % 16;
  const float* from_a = a + (size_t)(blockIdx.y * M + t / 2) * k + t % 2 * 4;
  const float* from_b = b + (size_t)(t / 32) * n + blockIdx.x * N + t % 32 * 4;
  float sum[8][8] = {};
  float4 next_a = *(const float4*)from_a, next_b = *(const float4*)from_b;
  int now = 0;
  for (int p = 0; p < k; p += K, now ^= 1) {
    const int q = t % 2 * 4;
    left[now][q][t / 2] = next_a.x, left[now][q + 1][t / 2] = next_a.y;
    left[now][q + 2][t / 2] = next_a.z, left[now][q + 3][t / 2] = next_a.w;
    *(float4*)&right[now][t / 32][t % 32 * 4] = next_b;
    __syncthreads();
    if (p + K < k) {
      next_a = *(const float4*)(from_a + p + K);
      next_b = *(const float4*)(from_b + (size_t)(p + K) * n);
    }
#pragma unroll
    for (int s = 0; s < K; ++s) {
      float l[8], r[8];
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        *(float4*)&l[4 * e] = *(const float4*)&left[now][s][ty * 4 + 64 * e];
        *(float4*)&r[4 * e] = *(const float4*)&right[now][s][tx * 4 + 64 * e];
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] += l[i] * r[j];
    }
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int row = blockIdx.y * M + i / 4 * 64 + ty * 4 + i % 4;
#pragma unroll
    for (int e = 0; e < 2; ++e)
      *(float4*)&c[(size_t)row * n + blockIdx.x * N + tx * 4 + 64 * e] = *(const float4*)&sum[i][4 * e];
  }
}
