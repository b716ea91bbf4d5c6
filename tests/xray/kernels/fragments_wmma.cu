// Products by nvcuda::wmma: other shapes, orders and types than wmma_bias.cu, and what is done to fragments.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda::wmma;

// 32 x 8: all by columns, C too, which begins with what it holds.
extern "C" __global__ void tall(const half* A, const half* B, float* C, int m, int k) {
  fragment<matrix_a, 32, 8, 16, half, col_major> a;
  fragment<matrix_b, 32, 8, 16, half, col_major> b;
  fragment<accumulator, 32, 8, 16, float> c;
  const int row = blockIdx.x * 32;
  load_matrix_sync(c, C + row, m, mem_col_major);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    load_matrix_sync(a, A + k0 * m + row, m);
    load_matrix_sync(b, B + k0, k);
    mma_sync(c, a, b, c);
  }
  store_matrix_sync(C + row, c, m, mem_col_major);
}

// 8 x 32, sums of halves, alpha times the sum plus beta times C, fragment by fragment.
extern "C" __global__ void wide(const half* A, const half* B, half* C, int k, float alpha, float beta) {
  fragment<matrix_a, 8, 32, 16, half, row_major> a;
  fragment<matrix_b, 8, 32, 16, half, row_major> b;
  fragment<accumulator, 8, 32, 16, half> sum, old;
  fill_fragment(sum, __float2half(0.0f));
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    load_matrix_sync(a, A + k0, k);
    load_matrix_sync(b, B + k0 * 32, 32);
    mma_sync(sum, a, b, sum);
  }
  load_matrix_sync(old, C, 32, mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = __float2half(alpha * __half2float(sum.x[i]) + beta * __half2float(old.x[i]));
  store_matrix_sync(C, sum, 32, mem_row_major);
}

// Tiles of both operands go through shared memory; each of four warps has a quarter of 32 x 32, guarded at odd sizes.
extern "C" __global__ void staged(const half* A, const half* B, float* C, int m, int n, int k) {
  __shared__ __align__(32) half as[32][24], bs[16][40];
  __shared__ __align__(32) float cs[32][36];
  const int warp = threadIdx.x / 32, m0 = blockIdx.y * 32, n0 = blockIdx.x * 32;
  fragment<accumulator, 16, 16, 16, float> c;
  fill_fragment(c, 0.0f);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    for (int at = threadIdx.x; at < 32 * 16; at += blockDim.x) {
      const int row = m0 + at / 16, col = k0 + at % 16;
      as[at / 16][at % 16] = row < m && col < k ? A[row * k + col] : __float2half(0.0f);
    }
    for (int at = threadIdx.x; at < 16 * 32; at += blockDim.x) {
      const int row = k0 + at / 32, col = n0 + at % 32;
      bs[at / 32][at % 32] = row < k && col < n ? B[row * n + col] : __float2half(0.0f);
    }
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, row_major> b;
    load_matrix_sync(a, &as[warp / 2 * 16][0], 24);
    load_matrix_sync(b, &bs[0][warp % 2 * 16], 40);
    mma_sync(c, a, b, c);
    __syncthreads();
  }
  for (int i = 0; i < c.num_elements; ++i) c.x[i] = fmaxf(c.x[i], 0.0f);
  store_matrix_sync(&cs[warp / 2 * 16][warp % 2 * 16], c, 36, mem_row_major);
  __syncthreads();
  for (int at = threadIdx.x; at < 32 * 32; at += blockDim.x)
    if (m0 + at / 32 < m && n0 + at % 32 < n) C[(m0 + at / 32) * n + n0 + at % 32] = cs[at / 32][at % 32];
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void wmma_s8(const signed char* A, const signed char* B, int* C, int k) {
  fragment<matrix_a, 16, 16, 16, signed char, col_major> a;
  fragment<matrix_b, 16, 16, 16, signed char, row_major> b;
  fragment<accumulator, 16, 16, 16, int> c;
  fill_fragment(c, 0);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    load_matrix_sync(a, A + k0 * 16, 16);
    load_matrix_sync(b, B + k0 * 16, 16);
    mma_sync(c, a, b, c);
  }
  store_matrix_sync(C, c, 16, mem_row_major);
}

extern "C" __global__ void wmma_bf16(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int k) {
  fragment<matrix_a, 16, 16, 16, __nv_bfloat16, col_major> a;
  fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> b;
  fragment<accumulator, 16, 16, 16, float> c;
  fill_fragment(c, 0.0f);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    load_matrix_sync(a, A + k0 * 16, 16);
    load_matrix_sync(b, B + k0 * 16, 16);
    mma_sync(c, a, b, c);
  }
  store_matrix_sync(C, c, 16, mem_col_major);
}

extern "C" __global__ void wmma_tf32(const float* A, const float* B, float* C, int k) {
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> a;
  fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> b;
  fragment<accumulator, 16, 16, 8, float> c;
  fill_fragment(c, 0.0f);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 8) {
    load_matrix_sync(a, A + k0, k);
    load_matrix_sync(b, B + k0, k);
    for (int i = 0; i < a.num_elements; ++i) a.x[i] = __float_to_tf32(a.x[i]);
    for (int i = 0; i < b.num_elements; ++i) b.x[i] = __float_to_tf32(b.x[i]);
    mma_sync(c, a, b, c);
  }
  store_matrix_sync(C, c, 16, mem_row_major);
}

extern "C" __global__ void wmma_f64(const double* A, const double* B, double* C, int k) {
  fragment<matrix_a, 8, 8, 4, double, row_major> a;
  fragment<matrix_b, 8, 8, 4, double, row_major> b;
  fragment<accumulator, 8, 8, 4, double> c;
  fill_fragment(c, 0.0);
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 4) {
    load_matrix_sync(a, A + k0, k);
    load_matrix_sync(b, B + k0 * 8, 8);
    mma_sync(c, a, b, c);
  }
  store_matrix_sync(C, c, 8, mem_row_major);
}
#endif
