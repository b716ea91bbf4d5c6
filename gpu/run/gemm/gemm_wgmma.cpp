// The ladder's top, on sm_90 alone: wgmma. Four warps multiply at once, straight from shared memory, which the copy
// engine fills; only the accumulators are fragments. Warp w of a warpgroup has rows 16 w of its 64, and in them the
// layout of mma.sync's accumulators, 8 columns after 8 columns (PTX ISA, "Register Fragments and Shared Memory Matrix
// Layouts" of wgmma.mma_async).
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int wgmma_tile_m = 128, wgmma_tile_n = 256, wgmma_tile_k = 64, wgmma_stages = 4, warpgroup = 128;

}  // namespace

std::string wgmma_text(ComputeCapability, const FragmentFormulae&) {
  return gemm_text("wgmma.cu", head_text({{"M", wgmma_tile_m},
                                          {"N", wgmma_tile_n},
                                          {"K", wgmma_tile_k},
                                          {"STAGES", wgmma_stages},
                                          {"CONSUMERS", wgmma_tile_m / 64},
                                          {"THREADS", warpgroup * (wgmma_tile_m / 64 + 1)},
                                          {"STRIP", 4}}));
}

GemmTiles wgmma_tiles(ComputeCapability) {
  GemmTiles tiles{wgmma_tile_m, wgmma_tile_n, wgmma_tile_k, 16, wgmma_tile_n};
  tiles.threads = warpgroup * (wgmma_tile_m / 64 + 1);
  tiles.shared_bytes = wgmma_stages * (wgmma_tile_m + wgmma_tile_n) * wgmma_tile_k * 2;
  tiles.order = BlockOrder::Strips;
  tiles.copiers = warpgroup;
  tiles.operands = Operands::TensorMaps;
  tiles.operands_stay_shared = true;
  tiles.own_features = true;
  return tiles;
}

}  // namespace tcviz::inline gpu_gemm
