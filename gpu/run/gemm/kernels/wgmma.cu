// Four warps multiply at once, straight from shared memory, which the copy engine fills; only accumulators are
// fragments.
#include <cuda_fp16.h>

#include "head.cuh"

#include "block_places.cuh"
#include "tensor_copies.cuh"
#include "wgmma_m64n256k16.cuh"

// Where a matrix lies in shared memory (PTX ISA, "Matrix descriptor"): chunks exchanged over 128 bytes; `far` bytes
// from 64 columns to the next 64, 1024 from 8 rows to the next 8.
__device__ inline unsigned long long matrix_at(unsigned address, unsigned far) {
  const unsigned long long start = (address & 0x3ffff) >> 4, leading = far >> 4, stride = 1024 >> 4, exchanged = 1;
  return start | leading << 16 | stride << 32 | exchanged << 62;
}

extern "C" __global__ __launch_bounds__(THREADS, 1) void wgmma(const __grid_constant__ TensorMap a,
                                                               const __grid_constant__ TensorMap b, float* c, int m,
                                                               int n, int k) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ unsigned long long barriers[2 * STAGES];
  const unsigned stages = address_of(shared), full = address_of(barriers), empty = full + 8 * STAGES;
  const Place at = place_of_block(m, n);
  const int steps = k / K, group = threadIdx.x / 128;
  make_barriers(full, empty);
  if (group == CONSUMERS) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 128 * CONSUMERS) keep_copying(a, b, at, steps, stages, full, empty);
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  float d[N / 2];
#pragma unroll
  for (int i = 0; i < N / 2; ++i) d[i] = 0;
  for (int s = 0; s < steps; ++s) {
    const int stage = s % STAGES;
    wait(full + 8 * stage, s / STAGES % 2);
    const unsigned left = stages + stage * STAGE + group * 64 * ROW, right = stages + stage * STAGE + A_BYTES;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int p = 0; p < K; p += 16) multiply(d, matrix_at(left + 2 * p, 16), matrix_at(right + p * ROW, K * ROW));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");  // the products of the stage before are done
    if (s > 0 && threadIdx.x % 128 == 0) arrive(empty + 8 * ((s - 1) % STAGES));
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float* const to = c + (size_t)(at.row + 16 * warp + lane / 4) * n + at.col + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < N / 2; i += 2)
    *(float2*)(to + (size_t)(i / 2 % 2 * 8) * n + i / 4 * 8) = make_float2(d[i], d[i + 1]);
}
