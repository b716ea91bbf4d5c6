#include <cuda_fp16.h>
#include <cstdint>
// C[64x32] = A[64x64] (row) * B[64x32] (col: k fastest), one warp per 16x8 strip of columns
__global__ void gemm(const half* A, const half* B, float* C, int M, int N, int K) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int g = lane / 4, t = lane % 4;
  for (int n0 = 0; n0 < N; n0 += 8) {
    float d[4] = {0, 0, 0, 0};
    int m0 = warp * 16;
    for (int k0 = 0; k0 < K; k0 += 16) {
      uint32_t a[4], b[2];
      a[0] = *(const uint32_t*)&A[(m0 + g) * K + k0 + t * 2];
      a[1] = *(const uint32_t*)&A[(m0 + g + 8) * K + k0 + t * 2];
      a[2] = *(const uint32_t*)&A[(m0 + g) * K + k0 + t * 2 + 8];
      a[3] = *(const uint32_t*)&A[(m0 + g + 8) * K + k0 + t * 2 + 8];
      b[0] = *(const uint32_t*)&B[(n0 + g) * K + k0 + t * 2];
      b[1] = *(const uint32_t*)&B[(n0 + g) * K + k0 + t * 2 + 8];
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
    C[(m0 + g) * N + n0 + t * 2] = d[0];
    C[(m0 + g) * N + n0 + t * 2 + 1] = d[1];
    C[(m0 + g + 8) * N + n0 + t * 2] = d[2];
    C[(m0 + g + 8) * N + n0 + t * 2 + 1] = d[3];
  }
}
