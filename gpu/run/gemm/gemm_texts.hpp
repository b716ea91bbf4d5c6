// The kernels of the rows in gemm.cpp: the constants of each, and the way it cuts a product. The GPU runs the files in
// kernels/. Inside the room.
#pragma once

#include <initializer_list>
#include <variant>

#include "gpu/run/gemm/gemm.hpp"

namespace tcviz::inline gpu_gemm {

// For corrected products: the part of K that the tensor cores accumulate, from sm_80 on, and the factor of scaled
// errors.
inline constexpr int corrected_stage_k = 32;
inline constexpr float corrected_scale = 2048;  // 2^11

// Returns one text of a file in kernels/, of those that it includes, and of its "head.cuh".
std::string gemm_text(std::string_view file, std::string_view head = {});

// A line of a head: "constexpr int M = 128;". Several numbers: "__device__ constexpr int ROW[] = {0, 8};".
struct KernelConstant {
  std::string_view name;
  std::variant<int, bool, float, std::vector<int>> value;
};
std::string head_text(std::initializer_list<KernelConstant> constants);

// The way a kernel of warps cuts C and K: a block's tile and the k of a stage, its warps down and across, and the
// stages that it has in shared memory at a time.
struct WarpPlan {
  int m, n, k, warps_m, warps_n, stages;
  constexpr int threads() const { return 32 * warps_m * warps_n; }
};
std::string head_text(const WarpPlan& plan);                       // M, N, K, WARPS_M, WARPS_N and STAGES
GemmTiles tiles_of_warps(const WarpPlan& plan, int shared_bytes);  // in strips

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&);
GemmTiles naive_wmma_tiles(ComputeCapability);
std::string tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles tiled_tiles(ComputeCapability);
std::string register_tiled_text(ComputeCapability, const FragmentFormulae&);
GemmTiles register_tiled_tiles(ComputeCapability);
// Returns the text and tiles of kernels whose threads copy the tiles; on sm_90 the copy engine copies those of
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
