// Stages of shared memory that cp.async fills, in several manners, and copies of odd sizes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "fragments.cuh"

namespace cg = cooperative_groups;

// Three stages, guarded: rows and columns outside are zero. 32 x 32 of four warps, 16 of k at a time.
extern "C" __global__ void three_stages(const half* A, const half* B, half* C, int m, int n, int k) {
  constexpr int stages = 3;
  __shared__ __align__(16) half as[stages][32][24], bs[stages][16][40];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, m0 = blockIdx.y * 32, n0 = blockIdx.x * 32;
  const int wm = warp / 2 * 16, wn = warp % 2 * 16, steps = (k + 15) / 16;
  const auto bring = [&](int step) {
    if (step < steps) {
      const int stage = step % stages, k0 = step * 16;
      if (threadIdx.x < 64) {
        const int row = threadIdx.x / 2, col = threadIdx.x % 2 * 8;
        const int bytes = m0 + row < m ? max(0, min(8, k - k0 - col)) * 2 : 0;
        fetch_some(&as[stage][row][col], bytes > 0 ? A + (m0 + row) * k + k0 + col : A, bytes);
      } else {
        const int row = (threadIdx.x - 64) / 4, col = threadIdx.x % 4 * 8;
        const int bytes = k0 + row < k ? max(0, min(8, n - n0 - col)) * 2 : 0;
        fetch_some(&bs[stage][row][col], bytes > 0 ? B + (k0 + row) * n + n0 + col : B, bytes);
      }
    }
    end_group();
  };
  float sums[2][4] = {};
  for (int step = 0; step < stages - 1; ++step) bring(step);
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    wait_groups<stages - 2>();
    __syncthreads();
    bring(step + stages - 1);
    uint32_t a[4], b[4];
    load4(a, &as[step % stages][wm + lane % 16][lane / 16 * 8]);
    load4_trans(b, &bs[step % stages][lane % 16][wn + lane / 16 * 8]);
    multiply(sums[0], a, b[0], b[1]);
    multiply(sums[1], a, b[2], b[3]);
  }
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) {
      const int row = m0 + wm + lane / 4 + i / 2 * 8, col = n0 + wn + j * 8 + lane % 4 * 2 + i % 2;
      if (row < m && col < n) C[row * n + col] = __float2half(sums[j][i]);
    }
}

// Two stages of registers and one tile in shared memory: loads of the next step are on their way while one multiplies.
extern "C" __global__ void through_registers(const half* A, const half* B, float* C, int k) {
  __shared__ __align__(16) half tile[24][24];
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  const int row = lane / 2, col = lane % 2 * 8;
  uint4 next_a = *reinterpret_cast<const uint4*>(A + row * k + col), next_b = {};
  if (lane < 16) next_b = *reinterpret_cast<const uint4*>(B + row * k + col);
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 16; k0 <= k; k0 += 16) {
    *reinterpret_cast<uint4*>(&tile[row][col]) = next_a;
    if (lane < 16) *reinterpret_cast<uint4*>(&tile[16 + row][col]) = next_b;
    __syncwarp();
    if (k0 < k) {
      next_a = *reinterpret_cast<const uint4*>(A + row * k + k0 + col);
      if (lane < 16) next_b = *reinterpret_cast<const uint4*>(B + row * k + k0 + col);
    }
    uint32_t a[4], b[2];
    load4(a, &tile[lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(b[0]), "=r"(b[1])
                 : "r"(address_of(&tile[16 + lane % 8][lane / 8 % 2 * 8])));
    multiply(d, a, b[0], b[1]);
    __syncwarp();
  }
  for (int i = 0; i < 4; ++i) C[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = d[i];
}

// The pipeline of cuda_pipeline.h, 4 bytes at a time; two stages.
extern "C" __global__ void by_pipeline(const half* A, const half* B, float* C, int k) {
  __shared__ __align__(16) half tiles[2][24][16 + 2];
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const auto bring = [&](int step) {
    for (int at = threadIdx.x; at < 24 * 8; at += 32) {
      const int row = at / 8;
      __pipeline_memcpy_async(&tiles[step % 2][row][at % 8 * 2],
                              (row < 16 ? A + row * k : B + (row - 16) * k) + step * 16 + at % 8 * 2, 4);
    }
    __pipeline_commit();
  };
  float d[4] = {};
  bring(0);
#pragma unroll 1
  for (int step = 0; step < k / 16; ++step) {
    if (step + 1 < k / 16) {
      bring(step + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncwarp();
    uint32_t a[4];
    rows_of(a, &tiles[step % 2][0][0], 18);
    multiply(d, a, word_at(&tiles[step % 2][16 + g][t * 2]), word_at(&tiles[step % 2][16 + g][8 + t * 2]));
    __syncwarp();
  }
  for (int i = 0; i < 4; ++i) C[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = d[i];
}

// Cooperative groups: a block copies rows of an odd size, and tiles of 4 lanes add.
extern "C" __global__ void cooperative(const float* A, const float* B, float* C, int k) {
  extern __shared__ float rows[];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, rows, A + blockIdx.x * 8 * k, sizeof(float) * 8 * k);
  cg::wait(block);
  const auto four = cg::tiled_partition<4>(block);
  const int row = threadIdx.x / 4;
#pragma unroll 1
  for (int n = 0; n < 6; ++n) {
    float sum = 0;
    for (int at = four.thread_rank(); at < k; at += 4) sum += rows[row * k + at] * B[at * 6 + n];
    for (int step = 2; step > 0; step /= 2) sum += four.shfl_down(sum, step);
    if (four.thread_rank() == 0) C[(blockIdx.x * 8 + row) * 6 + n] = sum;
  }
}

// Tiles of a persistent block, which a counter in global memory hands out.
extern "C" __global__ void handed_out(const half* A, const half* B, float* C, int* next, int tiles, int k) {
  __shared__ int shared_tile;
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  for (;;) {
    if (threadIdx.x == 0) shared_tile = atomicAdd(next, 1);
    __syncthreads();
    const int tile = shared_tile;
    __syncthreads();
    if (tile >= tiles) return;
    float d[4] = {};
#pragma unroll 1
    for (int k0 = 0; k0 < k; k0 += 16) {
      uint32_t a[4];
      rows_of(a, A + tile * 16 * k + k0, k);
      multiply(d, a, word_at(B + g * k + k0 + t * 2), word_at(B + g * k + k0 + 8 + t * 2));
    }
    for (int i = 0; i < 4; ++i) __stcs(C + (tile * 16 + g + i / 2 * 8) * 8 + t * 2 + i % 2, d[i]);
  }
}
