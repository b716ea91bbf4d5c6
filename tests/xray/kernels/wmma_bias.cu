// C = max(A B + bias, 0), by WMMA: a warp for 16 x 16 elements, grid (n / 16, m / 32), two warps.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void wmma_bias(const half* A, const half* B, const float* bias, float* C, int N, int K) {
  __shared__ float tile[2][16 * 20];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int m0 = blockIdx.y * 32 + warp * 16, n0 = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int k0 = 0; k0 < K; k0 += 16) {
    wmma::load_matrix_sync(a, A + m0 * K + k0, K);
    wmma::load_matrix_sync(b, B + k0 * N + n0, N);
    wmma::mma_sync(c, a, b, c);
  }
  wmma::store_matrix_sync(tile[warp], c, 20, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32) {
    const float x = tile[warp][i / 16 * 20 + i % 16] + bias[n0 + i % 16];
    C[(m0 + i / 16) * N + n0 + i % 16] = fmaxf(x, 0.0f);
  }
}
