// C = A B with mma.sync: a block computes 64 x 32 elements of C, 32 of k at a time. While it multiplies one pair of
// tiles, cp.async brings the next one to the other half of shared memory.
// A is m x k, B is k x n and C is m x n, all stored row by row.
// xray: product sm_80 <<<2, 128>>> (A=f16[m:128,k:96], B=f16[k:96,n:32], C=out f32[m:128,n:32], 32, 96)
#include <cuda_fp16.h>

constexpr int tile_m = 64, tile_n = 32, tile_k = 32;
constexpr int chunks = 4;  // a row of either tile is 64 bytes: 4 chunks of 16, which are 8 numbers each

// Where a chunk lies. Rows 2 apart would meet in the same banks: the exclusive or spreads them.
__device__ half* place(half* tile, int row, int chunk) { return tile + row * 32 + (chunk ^ row / 2 % 4) * 8; }

__device__ unsigned shared_address(const half* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

extern "C" __global__ void product(const half* A, const half* B, float* C, int N, int K) {
  __shared__ __align__(128) half as[2][tile_m * tile_k], bs[2][tile_k * tile_n];
  const int thread = threadIdx.x, lane = thread % 32;
  const int m0 = blockIdx.x * tile_m, wm = thread / 32 * 16;  // a warp has 16 rows of the block's 64

  auto fetch = [&](int half_of, int k0) {
    for (int i = thread; i < tile_m * chunks; i += 128) {
      const int row = i / chunks, chunk = i % chunks;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(place(as[half_of], row, chunk))),
                   "l"(A + (m0 + row) * K + k0 + chunk * 8));
    }
    const int row = thread / chunks, chunk = thread % chunks;  // 32 rows of 4 chunks: one for each thread
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(place(bs[half_of], row, chunk))),
                 "l"(B + (k0 + row) * N + chunk * 8));
    asm volatile("cp.async.commit_group;");
  };

  float sum[4][4] = {};  // four products side by side, 8 columns each
  fetch(0, 0);
  for (int k0 = 0, now = 0; k0 < K; k0 += tile_k, now ^= 1) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");  // what this thread has fetched is there
    __syncthreads();                                      // and so is what all others have, who are done with `now ^ 1`
    if (k0 + tile_k < K) fetch(now ^ 1, k0 + tile_k);

    for (int k = 0; k < tile_k; k += 16) {
      // ldmatrix reads four matrices of 8 x 8. Lanes 0 to 7 give the rows of the first one, 8 to 15 those of the
      // second, and so on. Of A: upper left, lower left, upper right, lower right, the order in which mma wants them.
      unsigned a[4], b[4][2];
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                   : "r"(shared_address(place(as[now], wm + lane % 16, k / 8 + lane / 16))));
      // Of B: two pairs, one below the other; a pair is 16 of k for 8 columns. mma wants pairs of k in a register, and
      // memory has pairs of n: .trans transposes each matrix on its way.
      for (int j = 0; j < 4; j += 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(b[j][0]), "=r"(b[j][1]), "=r"(b[j + 1][0]), "=r"(b[j + 1][1])
                     : "r"(shared_address(place(bs[now], k + lane % 16, j + lane / 16))));
      for (int j = 0; j < 4; ++j)
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[j][0]), "r"(b[j][1]));
    }
  }

  // A lane holds two neighbours of a row, and two more eight rows below.
  const int row = m0 + wm + lane / 4, col = lane % 4 * 2;
  for (int j = 0; j < 4; ++j) {
    *reinterpret_cast<float2*>(&C[row * N + j * 8 + col]) = make_float2(sum[j][0], sum[j][1]);
    *reinterpret_cast<float2*>(&C[(row + 8) * N + j * 8 + col]) = make_float2(sum[j][2], sum[j][3]);
  }
}
