// The next rung of the ladder: mma.sync instead of WMMA. The fragments are plain registers, laid out as the PTX ISA
// says ("Matrix Fragments for mma.m16n8k16"), filled by ldmatrix from rows whose chunks are exchanged instead of
// skewed.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr WarpPlan mma_plan{128, 128, 32, 2, 2, 5};

}  // namespace

std::string mma_sync_text(ComputeCapability, const FragmentFormulae&) {
  return gemm_text("mma_sync.cu", head_text(mma_plan) + head_text({{"STRIP", 8}}));
}

GemmTiles mma_sync_tiles(ComputeCapability) {
  return tiles_of_warps(mma_plan, mma_plan.stages * (mma_plan.m + mma_plan.n) * mma_plan.k * 2);
}

}  // namespace tcviz::inline gpu_gemm
