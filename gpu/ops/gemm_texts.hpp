// The kernels of the rows in gemm.cpp, one file each. Inside the room.
#pragma once

#include "gpu/ops/gemm.hpp"

namespace tcviz {

// copy16(), commit() and wait<n>(): what kernels fill their shared tiles with, several stages ahead.
inline constexpr std::string_view copies_to_shared = R"(
// 16 bytes from global to shared memory; where the architecture can, behind the threads' back.
__device__ inline void copy16(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
#else
  *(uint4*)to = *(const uint4*)from;
#endif
}
__device__ inline void commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}
template <int left_in_flight>
__device__ inline void wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(left_in_flight));
#endif
}

)";

// place_of_block(): which tile of C a block has. The text before it says M, N and STRIP.
inline constexpr std::string_view block_places = R"(
// Blocks go down strips that are STRIP tiles wide, so that those that run together share rows and columns.
struct Place {
  int row, col;
};
__device__ inline Place place_of_block(int m, int n) {
  const int across = n / N, down = m / M;
  const int first = blockIdx.x / (STRIP * down) * STRIP, width = min(STRIP, across - first);
  const int inside = blockIdx.x % (STRIP * down);
  return {inside / width * M, (first + inside % width) * N};
}

)";

// Tiles that the copy engine brings, and the barriers that tell when they are there and when they are used up.
inline constexpr std::string_view tensor_copies = R"(
struct alignas(64) TensorMap {
  char opaque[128];  // a CUtensorMap
};
__device__ inline unsigned address_of(const void* shared) { return (unsigned)__cvta_generic_to_shared(shared); }

// Barriers lie in shared memory, 8 bytes each.
__device__ inline void make_barrier(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
__device__ inline void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ inline void arrive_and_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
// For the phase of this parity to be over.
__device__ inline void wait(unsigned barrier, int parity) {
  asm volatile(
      "{\n.reg .pred over;\nagain:\nmbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n@!over bra again;\n}" ::"r"(
          barrier),
      "r"(parity)
      : "memory");
}
// A box of the matrix, its first column x and row y; the barrier counts the bytes.
__device__ inline void copy_box(unsigned to, const TensorMap& map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          to),
      "l"(&map), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}

// Shared memory of a stage: rows of A's tile, 128 bytes each; then B's tile, 64 columns after 64 columns. In each row the
// eight chunks of 16 bytes are exchanged: chunk c lies at c ^ row % 8 (PTX ISA, "Swizzling modes", 128 bytes), and eight
// rows of one chunk meet no bank twice.
constexpr int ROW = 128, A_BYTES = M * ROW, STAGE = A_BYTES + K * N * 2;
static_assert(K * 2 == ROW);

// What one thread does all the time: each stage is filled once all CONSUMERS are done with what it held.
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

)";

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles naive_wmma_tiles(ComputeCapability);
std::string tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles tiled_tiles(ComputeCapability);
std::string register_tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles register_tiled_tiles(ComputeCapability);
// Tiles copied by the threads; on sm_90 staged_wmma has the copy engine's.
std::string staged_threads_text(ComputeCapability capability, const FragmentFormulae&);
GemmTiles staged_threads_tiles(ComputeCapability capability);
std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae& formulae);
GemmTiles staged_wmma_tiles(ComputeCapability capability);
std::string mma_sync_text(ComputeCapability, const FragmentFormulae&);
GemmTiles mma_sync_tiles(ComputeCapability);
std::string wgmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles wgmma_tiles(ComputeCapability);
std::string corrected_text(ComputeCapability capability, const FragmentFormulae& formulae, const Corrected& how);
GemmTiles corrected_tiles(ComputeCapability capability, const Corrected& how);

}  // namespace tcviz
