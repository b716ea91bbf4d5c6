// One warp for each 16x16 tile of C, straight from global memory: the article's kernel.
//
//   for each p in 0, 16, .. K:   C(16x16) += A(16x16 at row, p) * B(16x16 at p, col)
//
// CPU reference: multiply_f64 in gemm_reference.cpp. Launched with a block of one warp for each tile (gemm_cuda.cpp).
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {

std::string naive_wmma_text(ComputeCapability, const FragmentFormulae&) { return gemm_text("naive_wmma.cu"); }

GemmTiles naive_wmma_tiles(ComputeCapability) { return {16, 16, 16, 16, 16, 32, 0}; }

}  // namespace tcviz::inline gpu_gemm
