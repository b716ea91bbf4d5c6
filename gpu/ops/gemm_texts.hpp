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

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles naive_wmma_tiles(ComputeCapability);
std::string tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles tiled_tiles(ComputeCapability);
std::string register_tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles register_tiled_tiles(ComputeCapability);
std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae&);
GemmTiles staged_wmma_tiles(ComputeCapability capability);
std::string corrected_text(ComputeCapability capability, const FragmentFormulae& formulae, const Corrected& how);
GemmTiles corrected_tiles(ComputeCapability capability, const Corrected& how);

}  // namespace tcviz
