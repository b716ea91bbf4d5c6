// The naive product after the obvious improvements: tiles in shared memory, several stages of them in flight by
// asynchronous copies that the threads themselves start, eight warps whose next fragments are loaded while these are
// multiplied, also from one stage to the next, and blocks in an order that keeps the second-level cache warm.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

// Returns a plan as large as the shared memory of a block lets it: 227 KiB on 9.0 and 10.0, 163 on 8.0, 99 and less on
// other architectures.
WarpPlan staged_plan(ComputeCapability capability) {
  if (capability >= 90 && capability < 120) return {256, 128, 64, 4, 2, 4};
  if (capability == 80 || capability == 87) return {128, 256, 32, 2, 4, 4};
  return {128, 128, 32, 2, 4, 2};
}

constexpr int staged_skew = 8;  // halves between rows: fragments' loads then meet no bank twice

}  // namespace

std::string staged_threads_text(ComputeCapability capability, const FragmentFormulae&) {
  return gemm_text("staged_threads.cu",
                   head_text(staged_plan(capability)) + head_text({{"SKEW", staged_skew}, {"STRIP", 8}}));
}

GemmTiles staged_threads_tiles(ComputeCapability capability) {
  const WarpPlan p = staged_plan(capability);
  const int halves = p.m * (p.k + staged_skew) + p.k * (p.n + staged_skew);
  return tiles_of_warps(p, p.stages * halves * 2);
}

}  // namespace tcviz::inline gpu_gemm
