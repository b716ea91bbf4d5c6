// C = A B with WMMA, the way most people meet tensor cores: a warp owns 16 x 16 elements of C and walks along k.
// A is m x k and C is m x n, both stored row by row; B is k x n and stored column by column.
// xray: product sm_80 <<<2, 96>>> (A=f16[m:32,k:64], B=f16[k:64,n:48]:col, C=out f32[m:32,n:48], 48, 64)
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void product(const half* A, const half* B, float* C, int N, int K) {
  const int m0 = blockIdx.x * 16;        // a block computes 16 rows of C
  const int n0 = threadIdx.x / 32 * 16;  // and each of its warps 16 columns

  // What a thread holds of a fragment is for the compiler to know; the program says only how memory is ordered.
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);

  for (int k0 = 0; k0 < K; k0 += 16) {
    // A pointer to the first element, and the distance from one row (of B: column) to the next.
    wmma::load_matrix_sync(a, A + m0 * K + k0, K);
    wmma::load_matrix_sync(b, B + n0 * K + k0, K);
    wmma::mma_sync(sum, a, b, sum);
  }
  wmma::store_matrix_sync(C + m0 * N + n0, sum, N, wmma::mem_row_major);
}
