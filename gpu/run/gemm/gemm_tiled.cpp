// Without tensor cores: tiles in shared memory. First one element for each thread, the article's opponent; then 8x8
// elements for each thread in registers, as it should be written.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int tiled_side = 32;
constexpr int register_m = 128, register_n = 128, register_k = 8;

}  // namespace

std::string tiled_text(ComputeCapability, const FragmentFormulae&) {
  return gemm_text("tiled_cuda_core.cu", head_text({{"SIDE", tiled_side}}));
}

GemmTiles tiled_tiles(ComputeCapability) {
  return {tiled_side, tiled_side, tiled_side, 1, 1, tiled_side * tiled_side, 0};
}

std::string register_tiled_text(ComputeCapability, const FragmentFormulae&) {
  return gemm_text("register_tiled.cu", head_text({{"M", register_m}, {"N", register_n}, {"K", register_k}}));
}

GemmTiles register_tiled_tiles(ComputeCapability) { return {register_m, register_n, register_k, 8, 8, 256, 0}; }

}  // namespace tcviz::inline gpu_gemm
