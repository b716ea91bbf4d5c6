// C = A B with cp.async in two stages, an exclusive-or swizzle, ldmatrix and mma.sync: 64 x 64 elements of a block of
// four warps, 32 of k at a time. A is m x k, B is k x n, both row by row.
#include <cuda_fp16.h>

#include <cstdint>

constexpr int tile_m = 64, tile_n = 64, tile_k = 32;

__device__ uint32_t address_of(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void copy16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address_of(to)), "l"(from));
}
// 8 f16 are a chunk; a row of A has 4 of them, one of B 8.
__device__ half* a_at(half* tile, int row, int chunk) { return tile + row * tile_k + ((chunk ^ (row / 2)) % 4) * 8; }
__device__ half* b_at(half* tile, int row, int chunk) { return tile + row * tile_n + ((chunk ^ row) % 8) * 8; }

extern "C" __global__ void __launch_bounds__(128) tiled(const half* A, const half* B, half* C, int N, int K) {
  __shared__ __align__(128) half as[2][tile_m * tile_k], bs[2][tile_k * tile_n];
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const int m0 = blockIdx.y * tile_m, n0 = blockIdx.x * tile_n;
  const int wm = warp / 2 * 32, wn = warp % 2 * 32;
  float acc[2][4][4] = {};
  auto fetch = [&](int stage, int k0) {
    for (int i = thread; i < tile_m * 4; i += 128)
      copy16(a_at(as[stage], i / 4, i % 4), A + (m0 + i / 4) * K + k0 + i % 4 * 8);
    for (int i = thread; i < tile_k * 8; i += 128)
      copy16(b_at(bs[stage], i / 8, i % 8), B + (k0 + i / 8) * N + n0 + i % 8 * 8);
    asm volatile("cp.async.commit_group;");
  };
  fetch(0, 0);
  for (int k0 = 0, stage = 0; k0 < K; k0 += tile_k, stage ^= 1) {
    if (k0 + tile_k < K) {
      fetch(stage ^ 1, k0 + tile_k);
      asm volatile("cp.async.wait_group 1;");
    } else {
      asm volatile("cp.async.wait_group 0;");
    }
    __syncthreads();
    for (int kk = 0; kk < tile_k; kk += 16) {
      uint32_t a[2][4], b[4][2];
      for (int i = 0; i < 2; ++i) {
        const uint32_t at = address_of(a_at(as[stage], wm + i * 16 + lane % 16, kk / 8 + lane / 16));
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(a[i][0]), "=r"(a[i][1]), "=r"(a[i][2]), "=r"(a[i][3])
                     : "r"(at));
      }
      for (int j = 0; j < 4; j += 2) {
        const uint32_t at = address_of(b_at(bs[stage], kk + lane % 16, wn / 8 + j + lane / 16));
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(b[j][0]), "=r"(b[j][1]), "=r"(b[j + 1][0]), "=r"(b[j + 1][1])
                     : "r"(at));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
          asm volatile(
              "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
              : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
              : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int h = 0; h < 2; ++h) {
        const int row = m0 + wm + i * 16 + lane / 4 + h * 8, col = n0 + wn + j * 8 + lane % 4 * 2;
        *reinterpret_cast<half2*>(C + row * N + col) = __floats2half2_rn(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
      }
}
