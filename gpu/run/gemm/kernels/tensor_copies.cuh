// Copies tiles by the copy engine (TMA), with barriers that say when a tile has arrived and when it may be overwritten.
#pragma once

#include "block_places.cuh"
#include "head.cuh"

struct alignas(64) TensorMap {
  char opaque[128];  // a CUtensorMap
};
__device__ inline unsigned address_of(const void* shared) { return (unsigned)__cvta_generic_to_shared(shared); }

// Initialises a barrier. Barriers are in shared memory, 8 bytes each.
__device__ inline void make_barrier(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

__device__ inline void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ inline void arrive_and_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

// Waits until the phase with this parity is complete.
__device__ inline void wait(unsigned barrier, int parity) {
  asm volatile(
      "{\n.reg .pred over;\nagain:\nmbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n@!over bra again;\n}" ::"r"(
          barrier),
      "r"(parity)
      : "memory");
}

// Copies a box of the matrix with first column x and first row y; the barrier counts its bytes.
__device__ inline void copy_box(unsigned to, const TensorMap& map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          to),
      "l"(&map), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}

// Shared memory of a stage: first the tile of A, in rows of 128 bytes; then the tile of B, in blocks of 64 columns. The
// eight chunks of 16 bytes in each row are permuted: chunk c is at position c ^ row % 8 (PTX ISA, "Swizzling modes",
// 128 bytes), so that one chunk of eight rows uses each bank once.
constexpr int ROW = 128, A_BYTES = M * ROW, STAGE = A_BYTES + K * N * 2;
static_assert(K * 2 == ROW);

// The work of the copying thread: fills each stage as soon as all CONSUMERS have released it.
__device__ inline void keep_copying(const TensorMap& a, const TensorMap& b, Place at, int steps, unsigned stages,
                                    unsigned full, unsigned empty) {
  for (int s = 0; s < steps; ++s) {
    const int now = s % STAGES;
    const unsigned stage = stages + now * STAGE, filled = full + 8 * now;
    wait(empty + 8 * now, s / STAGES % 2 ^ 1);
    arrive_and_expect(filled, STAGE);
    copy_box(stage, a, s * K, at.row, filled);
#pragma unroll
    for (int x = 0; x < N; x += 64) copy_box(stage + A_BYTES + x * ROW, b, at.col + x, s * K, filled);
  }
}

__device__ inline void make_barriers(unsigned full, unsigned empty) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; ++s) make_barrier(full + 8 * s, 1), make_barrier(empty + 8 * s, CONSUMERS);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
}
