// C = A B, of which each of four warps adds a quarter of k: shared memory holds their sums. And by atomics.
#include <cuda_fp16.h>

#include <cstdint>

__device__ void partial(const half* A, const half* B, int K, int k0, int k1, float (&d)[4]) {
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  for (int k = k0; k < k1; k += 16) {
    uint32_t a[4], b[2];
    for (int i = 0; i < 4; ++i)
      a[i] = *reinterpret_cast<const uint32_t*>(A + (g + i % 2 * 8) * K + k + i / 2 * 8 + t * 2);
    for (int i = 0; i < 2; ++i) b[i] = *reinterpret_cast<const uint32_t*>(B + g * K + k + i * 8 + t * 2);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
}

extern "C" __global__ void split_shared(const half* A, const half* B, float* C, int K) {
  __shared__ float sums[4][128];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  float d[4] = {};
  partial(A, B, K, warp * (K / 4), (warp + 1) * (K / 4), d);
  for (int i = 0; i < 4; ++i) sums[warp][(g + i / 2 * 8) * 8 + t * 2 + i % 2] = d[i];
  __syncthreads();
  const int at = threadIdx.x;
  C[at] = sums[0][at] + sums[1][at] + sums[2][at] + sums[3][at];
}

// C holds zeros: it is inout.
extern "C" __global__ void split_atomic(const half* A, const half* B, float* C, int K) {
  __shared__ float sums[128];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  float d[4] = {};
  sums[threadIdx.x] = 0;
  __syncthreads();
  partial(A, B, K, warp * (K / 4), (warp + 1) * (K / 4), d);
  for (int i = 0; i < 4; ++i) atomicAdd(&sums[(g + i / 2 * 8) * 8 + t * 2 + i % 2], d[i]);
  __syncthreads();
  C[threadIdx.x] = sums[threadIdx.x];
}
