// One warp for each 16x16 tile of C, straight from global memory.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void naive_wmma(const half* a, const half* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * 16, col = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int p = 0; p < k; p += 16) {
    wmma::load_matrix_sync(left, a + (size_t)row * k + p, k);
    wmma::load_matrix_sync(right, b + (size_t)p * n + col, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n, wmma::mem_row_major);
}
