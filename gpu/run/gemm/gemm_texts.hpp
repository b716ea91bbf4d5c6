// The texts and tiles of the kernels in gemm.cpp: the constants that each needs. The kernels themselves are the files
// in kernels/. Internal to gpu/run/gemm.
#pragma once

#include <initializer_list>
#include <variant>

#include "gpu/run/gemm/gemm.hpp"

namespace tcviz::inline gpu_gemm {

// For corrected products from sm_80 on: the part of K that the tensor cores accumulate, and the factor of scaled
// errors.
inline constexpr int corrected_stage_k = 32;
inline constexpr float corrected_scale = 2048;  // 2^11

// Returns a file in kernels/ together with the files that it includes as one text; `head` is the content of its
// "head.cuh".
std::string gemm_text(std::string_view file, std::string_view head = {});

// A constant in "head.cuh": "constexpr int M = 128;" or, for several numbers, "__device__ constexpr int ROW[] = {0,
// 8};".
struct KernelConstant {
  std::string_view name;
  std::variant<int, bool, float, std::vector<int>> value;
};
std::string head_text(std::initializer_list<KernelConstant> constants);

// The division of C and K by a kernel whose warps multiply: tile of a block, k of a stage, number of warps down and
// across, and number of stages in shared memory.
struct WarpPlan {
  int m, n, k, warps_m, warps_n, stages;
  constexpr int threads() const { return 32 * warps_m * warps_n; }
};
// Returns the constants M, N, K, WARPS_M, WARPS_N and STAGES.
std::string head_text(const WarpPlan& plan);
// Returns the tiles of a plan, in strips (BlockOrder::Strips).
GemmTiles tiles_of_warps(const WarpPlan& plan, int shared_bytes);

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles naive_wmma_tiles(ComputeCapability);
std::string tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles tiled_tiles(ComputeCapability);
std::string register_tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles register_tiled_tiles(ComputeCapability);
// Returns the text and tiles of kernels whose threads copy the tiles. On sm_90, the copy engine copies those of
// staged_wmma.
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

}  // namespace tcviz::inline gpu_gemm
