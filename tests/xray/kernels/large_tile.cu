// C = A B, a tile of 256 x 128 a block: 8 warps of 64 x 64, three stages of cp.async, 32 of k at a time.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cstdint>

constexpr int stages = 3, rows = 256, cols = 128, depth = 32;

__device__ uint32_t place(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void load4(uint32_t (&r)[4], const half* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(place(p)));
}
__device__ void load4t(uint32_t (&r)[4], const half* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(place(p)));
}
__device__ void product(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
struct Stage {
  half a[rows][depth + 8];
  half b[depth][cols + 8];
};

extern "C" __global__ void __launch_bounds__(256) tile(const half* A, const half* B, float* C, int n, int k) {
  extern __shared__ __align__(16) unsigned char room[];
  Stage* const stage = reinterpret_cast<Stage*>(room);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int m0 = blockIdx.y * rows, n0 = blockIdx.x * cols, wm = warp / 2 * 64, wn = warp % 2 * 64, steps = k / depth;
  const auto bring = [&](int step) {
    if (step < steps) {
      Stage& to = stage[step % stages];
      for (int at = threadIdx.x; at < rows * depth / 8; at += 256) {
        const int row = at / 4, col = at % 4 * 8;
        __pipeline_memcpy_async(&to.a[row][col], A + (m0 + row) * k + step * depth + col, 16);
      }
      for (int at = threadIdx.x; at < cols * depth / 8; at += 256) {
        const int row = at / 16, col = at % 16 * 8;
        __pipeline_memcpy_async(&to.b[row][col], B + (step * depth + row) * n + n0 + col, 16);
      }
    }
    __pipeline_commit();
  };
  float sums[4][8][4] = {};
  for (int step = 0; step < stages - 1; ++step) bring(step);
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    bring(step + stages - 1);
    const Stage& from = stage[step % stages];
#pragma unroll
    for (int e = 0; e < depth / 16; ++e) {
      uint32_t a[4][4], b[4][4];
#pragma unroll
      for (int i = 0; i < 4; ++i) load4(a[i], &from.a[wm + i * 16 + lane % 16][e * 16 + lane / 16 * 8]);
#pragma unroll
      for (int j = 0; j < 4; ++j) load4t(b[j], &from.b[e * 16 + lane % 16][wn + j * 16 + lane / 16 * 8]);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) product(sums[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
  }
  const int g = lane / 4, t = lane % 4;
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float* const to = C + (m0 + wm + i * 16 + g) * n + n0 + wn + j * 8 + t * 2;
      *reinterpret_cast<float2*>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2*>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}
