// staged_threads once more, for sm_90: one thread tells the copy engine which boxes to bring (the tensor memory
// accelerator), eight warps multiply and never wait for each other, and ldmatrix fills fragments through the layout. It
// has to: the copy engine lays rows down in exchanged chunks of 16 bytes, and load_matrix_sync knows only rows at equal
// distances. On other architectures this is staged_threads itself.
//
// CPU reference: multiply_f64 in gemm_reference.cpp. The reason to fill by ldmatrix: matrix_load.hpp.

#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr WarpPlan tma_plan{256, 128, 64, 4, 2, 4};
constexpr int tma_copiers = 128;  // a whole warpgroup, since registers are handed over by warpgroups; one thread copies

bool has_copy_engine(ComputeCapability capability) { return capability == 90; }

struct Corners {
  std::vector<int> rows, cols;
};
Corners corners_of(const MatrixLoad& load) {
  Corners corners;
  for (const Element& corner : load.corner) corners.rows.push_back(corner.row), corners.cols.push_back(corner.col);
  return corners;
}

// Returns constants for filling the fragments by ldmatrix, from the layout: the beginnings of its four matrices, and
// the matrix that is in each register.
std::string load_constants(const MatrixLoad& a, const MatrixLoad& b) {
  const Corners left = corners_of(a), right = corners_of(b);
  return head_text({{"A_MATRIX_ROW", left.rows},
                    {"A_MATRIX_COL", left.cols},
                    {"A_MATRIX_OF", a.matrix},
                    {"A_TRANSPOSED", a.transposed},
                    {"B_MATRIX_ROW", right.rows},
                    {"B_MATRIX_COL", right.cols},
                    {"B_MATRIX_OF", b.matrix},
                    {"B_TRANSPOSED", b.transposed}});
}

}  // namespace

std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae& formulae) {
  if (!has_copy_engine(capability)) return staged_threads_text(capability, formulae);
  if (!formulae.a_load || !formulae.b_load) return {};
  const std::string head =
      head_text(tma_plan) +
      head_text({{"CONSUMERS", tma_plan.threads() / 32}, {"THREADS", tma_plan.threads() + tma_copiers}, {"STRIP", 4}});
  return gemm_text("staged_wmma.cu", head + load_constants(*formulae.a_load, *formulae.b_load));
}

GemmTiles staged_wmma_tiles(ComputeCapability capability) {
  if (!has_copy_engine(capability)) return staged_threads_tiles(capability);
  GemmTiles tiles = tiles_of_warps(tma_plan, tma_plan.stages * (tma_plan.m + tma_plan.n) * tma_plan.k * 2);
  tiles.threads += tma_copiers;
  tiles.copiers = tma_copiers;
  tiles.operands = Operands::TensorMaps;
  tiles.own_features = true;
  return tiles;
}

}  // namespace tcviz::inline gpu_gemm
