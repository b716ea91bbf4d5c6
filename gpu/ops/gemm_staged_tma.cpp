// staged_threads once more, for sm_90: one thread tells the copy engine which boxes to bring (the tensor memory
// accelerator), eight warps multiply and never wait for each other, and fragments are filled by ldmatrix through the
// layout. They have to be: the copy engine lays rows down in exchanged chunks of 16 bytes, and load_matrix_sync knows
// only rows at equal distances. Elsewhere this is staged_threads itself.
//
// CPU reference: multiply_f64 in gemm_reference.cpp. Why fill by ldmatrix: matrix_load.hpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/ops/gemm_texts.hpp"

namespace tcviz {
namespace {

constexpr int tile_m = 256, tile_n = 128, tile_k = 64, warps_m = 4, warps_n = 2, stages = 4;
constexpr int copiers = 128;  // a whole warpgroup, since registers are handed over by warpgroups; one thread copies

bool has_copy_engine(ComputeCapability capability) { return capability == 90; }

// How the layout says that ldmatrix fills a fragment.
std::string load_constants(std::string_view name, const MatrixLoad& load) {
  std::vector<int> rows, cols;
  for (const Element& corner : load.corner) rows.push_back(corner.row), cols.push_back(corner.col);
  return fmt::format(
      "__device__ constexpr int {0}_MATRIX_ROW[] = {{{1}}}, {0}_MATRIX_COL[] = {{{2}}};\n"
      "constexpr int {0}_MATRIX_OF[] = {{{3}}};  // register r of the fragment is of this matrix\n",
      name, fmt::join(rows, ", "), fmt::join(cols, ", "), fmt::join(load.matrix, ", "));
}

std::string load_function(std::string_view fragment, std::string_view name, bool transposed) {
  return fmt::format(R"(
__device__ inline void load({0}& fragment, unsigned from) {{
  unsigned x[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4{2}.shared.b16 {{%0, %1, %2, %3}}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(from));
#pragma unroll
  for (int r = 0; r < fragment.num_elements / 2; ++r) *(unsigned*)(fragment.x + 2 * r) = x[{1}_MATRIX_OF[r]];
}}
)",
                     fragment, name, transposed ? ".trans" : "");
}

constexpr std::string_view kernel = R"(
extern "C" __global__ __launch_bounds__(THREADS, 1) void staged_wmma(const __grid_constant__ TensorMap a,
                                                                     const __grid_constant__ TensorMap b, float* c,
                                                                     int m, int n, int k) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ unsigned long long barriers[2 * STAGES];
  const unsigned stages = address_of(shared), full = address_of(barriers), empty = full + 8 * STAGES;
  const Place at = place_of_block(m, n);
  const int steps = k / K, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  make_barriers(full, empty);
  if (warp >= CONSUMERS) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x == 32 * CONSUMERS) keep_copying(a, b, at, steps, stages, full, empty);
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
  const int warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);

  // Each lane tells ldmatrix where a row of 8 halves lies: row lane % 8 of matrix lane / 8.
  unsigned from_a[PHASES], from_b[COLS];
#pragma unroll
  for (int phase = 0; phase < PHASES; ++phase) {
    const int row = warp_row + A_MATRIX_ROW[lane / 8] + lane % 8, chunk = 2 * phase + A_MATRIX_COL[lane / 8] / 8;
    from_a[phase] = stages + row * ROW + (chunk ^ row % 8) * 16;
  }
#pragma unroll
  for (int j = 0; j < COLS; ++j) {
    const int row = B_MATRIX_ROW[lane / 8] + lane % 8, col = warp_col + 16 * j + B_MATRIX_COL[lane / 8];
    from_b[j] = stages + A_BYTES + col / 64 * (K * ROW) + row * ROW + (col % 64 / 8 ^ row % 8) * 16;
  }
  Left l[2][ROWS];
  Right r[2][COLS];
  const auto load_all = [&](int stage, int phase, int to) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) load(l[to][i], from_a[phase] + stage * STAGE + 16 * i * ROW);
#pragma unroll
    for (int j = 0; j < COLS; ++j) load(r[to][j], from_b[j] + stage * STAGE + 16 * phase * ROW);
  };

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[ROWS][COLS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  int stage = 0, parity = 0;
  wait(full, 0);
  load_all(0, 0, 0);
  for (int s = 0; s < steps; ++s) {
    const int used = stage;
    if (++stage == STAGES) stage = 0, parity ^= 1;
#pragma unroll
    for (int phase = 0; phase < PHASES; ++phase) {
      const int now = phase % 2;
      if (phase < PHASES - 1) {
        load_all(used, phase + 1, 1 - now);
      } else if (s + 1 < steps) {
        wait(full + 8 * stage, parity);
        load_all(stage, 0, 1 - now);
      }
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
#pragma unroll
        for (int j = 0; j < COLS; ++j) {
          const int there_and_back = i % 2 ? COLS - 1 - j : j;
          wmma::mma_sync(sum[i][there_and_back], l[now][i], r[now][there_and_back], sum[i][there_and_back]);
        }
    }
    __syncwarp();
    if (lane == 0) arrive(empty + 8 * used);
  }
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      wmma::store_matrix_sync(c + (size_t)(at.row + warp_row + 16 * i) * n + at.col + warp_col + 16 * j, sum[i][j], n,
                              wmma::mem_row_major);
}
)";

}  // namespace

std::string staged_wmma_text(ComputeCapability capability, const FragmentFormulae& formulae) {
  if (!has_copy_engine(capability)) return staged_threads_text(capability, formulae);
  if (!formulae.a_load || !formulae.b_load) return {};
  std::string text = fmt::format(
      "#include <cuda_fp16.h>\n#include <mma.h>\nusing namespace nvcuda;\n\n"
      "constexpr int M = {}, N = {}, K = {}, WARPS_M = {}, WARPS_N = {}, STAGES = {}, STRIP = 4;\n"
      "constexpr int CONSUMERS = WARPS_M * WARPS_N, THREADS = 32 * CONSUMERS + {};\n"
      "constexpr int ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16, PHASES = K / 16;\n"
      "using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;\n"
      "using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;\n",
      tile_m, tile_n, tile_k, warps_m, warps_n, stages, copiers);
  text += load_constants("A", *formulae.a_load) + load_constants("B", *formulae.b_load);
  text += load_function("Left", "A", formulae.a_load->transposed);
  text += load_function("Right", "B", formulae.b_load->transposed);
  text += block_places;
  text += tensor_copies;
  text += kernel;
  return text;
}

GemmTiles staged_wmma_tiles(ComputeCapability capability) {
  if (!has_copy_engine(capability)) return staged_threads_tiles(capability);
  GemmTiles tiles{tile_m, tile_n, tile_k, tile_m / warps_m, tile_n / warps_n};
  tiles.threads = 32 * warps_m * warps_n + copiers;
  tiles.shared_bytes = stages * (tile_m + tile_n) * tile_k * 2;
  tiles.order = BlockOrder::Strips;
  tiles.copiers = copiers;
  tiles.operands = Operands::TensorMaps;
  tiles.own_features = true;
  return tiles;
}

}  // namespace tcviz
