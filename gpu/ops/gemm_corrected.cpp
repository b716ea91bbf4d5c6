// An f32 product from f16 pieces (the paper, 2.3): A = A16 + dA16, B = B16 + dB16, and
//
//   C = A16 B16 + dA16 B16 + A16 dB16
//
// Where the layout is known, each thread reads its own f32 elements from the shared tile and makes both fragments in
// registers (the paper's load_matrix_with_operation and foreach). Staged: the halves go through shared memory once
// more.
//
// From the same authors' later work: tensor cores cut sums off instead of rounding them, so they add up one stage only,
// and the CUDA cores, which round to nearest, add up the stages; "truncated" leaves all sums to the tensor cores as the
// paper has it. Scaled: errors times 2^11, so that few of them are subnormal.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include <fmt/format.h>

#include "gpu/ops/gemm_texts.hpp"

namespace tcviz {
namespace {

struct Plan {
  int m = 128, n = 128, k = 32, warps_m = 2, warps_n = 2, stages = 3;
};
Plan plan_of(ComputeCapability capability, const Corrected& how) {
  if (capability < 80) return {64, 64, 16, 2, 2, 2};
  Plan plan;
  const bool small = capability != 80 && capability != 87 && (capability < 90 || capability >= 120);  // 99 KiB
  if (small || how.staged) plan.stages = 2;
  if (small && how.staged) plan.n = 64;
  return plan;
}

// In floats of the tiles that are split, in halves of those that fragments are loaded from.
int left_skew(const Corrected& how) { return how.staged && !how.skewed ? 0 : 8; }
int right_skew(const Corrected& how) { return how.staged && !how.skewed ? 0 : 4; }
int half_skew(const Corrected& how) { return how.skewed ? 8 : 0; }

std::string constants(const Plan& p, const Corrected& how) {
  return fmt::format(
      "#include <cuda_fp16.h>\n#include <mma.h>\nusing namespace nvcuda;\n\n"
      "constexpr int M = {}, N = {}, K = {}, WARPS_M = {}, WARPS_N = {}, STAGES = {}, LEFT_SKEW = {}, SKEW = {}, "
      "HALF_SKEW = {}, STRIP = 8;\n"
      "constexpr float SCALE = {};\n",
      p.m, p.n, p.k, p.warps_m, p.warps_n, p.stages, left_skew(how), right_skew(how), half_skew(how),
      how.scaled ? "2048.0f" : "1.0f");
}

std::string formula_functions(const FragmentFormulae& f) {
  return fmt::format(
      "// Which element thread tid holds in x[i].\n"
      "__device__ constexpr int a_row(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int a_col(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int b_row(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int b_col(int tid, int i) {{ return {}; }}\n",
      f.a_row, f.a_col, f.b_row, f.b_col);
}

constexpr std::string_view common =
    R"(constexpr int THREADS = 32 * WARPS_M * WARPS_N, ROWS = M / WARPS_M / 16, COLS = N / WARPS_N / 16;
constexpr int PHASES = K / 16, LEFT = M * (K + LEFT_SKEW), STAGE = LEFT + K * (N + SKEW);  // floats
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
)";

constexpr std::string_view fetch_and_split =
    R"(__device__ inline void fetch(float* stage, const float* a, const float* b, int p, int n, int k) {
  for (int e = threadIdx.x; e < M * K / 4; e += THREADS) {
    const int row = e / (K / 4), col = e % (K / 4) * 4;
    copy16(stage + row * (K + LEFT_SKEW) + col, a + (size_t)row * k + p + col);
  }
  for (int e = threadIdx.x; e < K * N / 4; e += THREADS) {
    const int row = e / (N / 4), col = e % (N / 4) * 4;
    copy16(stage + LEFT + row * (N + SKEW) + col, b + (size_t)(p + row) * n + col);
  }
}

// x and what rounding it to f16 loses.
__device__ inline void split(float x, half& high, half& low) {
  high = __float2half(x);
  low = __float2half((x - __half2float(high)) * SCALE);
}
)";

constexpr std::string_view in_registers = R"(
__device__ inline void load_split(Left& high, Left& low, const float* tile, int tid) {
#pragma unroll
  for (int i = 0; i < high.num_elements; ++i) split(tile[a_row(tid, i) * (K + LEFT_SKEW) + a_col(tid, i)], high.x[i], low.x[i]);
}
__device__ inline void load_split(Right& high, Right& low, const float* tile, int tid) {
#pragma unroll
  for (int i = 0; i < high.num_elements; ++i) split(tile[b_row(tid, i) * (N + SKEW) + b_col(tid, i)], high.x[i], low.x[i]);
}
)";

// The whole tile is split by all threads, into four tiles of halves.
constexpr std::string_view through_shared = R"(
constexpr int LEFT_HALVES = M * (K + HALF_SKEW), RIGHT_HALVES = K * (N + HALF_SKEW);

__device__ inline void split_tiles(const float* stage, half* halves) {
  for (int e = threadIdx.x; e < M * K; e += THREADS) {
    const int at = e / K * (K + HALF_SKEW) + e % K;
    split(stage[e / K * (K + LEFT_SKEW) + e % K], halves[at], halves[LEFT_HALVES + at]);
  }
  for (int e = threadIdx.x; e < K * N; e += THREADS) {
    const int at = 2 * LEFT_HALVES + e / N * (N + HALF_SKEW) + e % N;
    split(stage[LEFT + e / N * (N + SKEW) + e % N], halves[at], halves[RIGHT_HALVES + at]);
  }
}
)";

constexpr std::string_view head = R"(
extern "C" __global__ __launch_bounds__(THREADS) void corrected_wmma(const float* a, const float* b, float* c, int m,
                                                                     int n, int k) {
  extern __shared__ __align__(128) float stages[];
  const auto [row, col] = place_of_block(m, n);
  a += (size_t)row * k, b += col;
  const int tid = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warp_row = warp / WARPS_N * (M / WARPS_M), warp_col = warp % WARPS_N * (N / WARPS_N);
  Sum sum[ROWS][COLS];
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
  const int steps = k / K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < steps) fetch(stages + s * STAGE, a, b, s * K, n, k);
    commit();
  }
  for (int s = 0; s < steps; ++s) {
    wait<STAGES - 2>();
    __syncthreads();
    const int ahead = s + STAGES - 1;
    if (ahead < steps) fetch(stages + ahead % STAGES * STAGE, a, b, ahead * K, n, k);
    commit();
    const float* left = stages + s % STAGES * STAGE;
)";

constexpr std::string_view fragments_from_registers = R"(    const float* const right = left + LEFT;
    Left high_l[PHASES][ROWS], low_l[PHASES][ROWS];
#pragma unroll
    for (int p = 0; p < PHASES; ++p)
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
        load_split(high_l[p][i], low_l[p][i], left + (warp_row + 16 * i) * (K + LEFT_SKEW) + 16 * p, tid);
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
      Right high_r[PHASES], low_r[PHASES];
#pragma unroll
      for (int p = 0; p < PHASES; ++p)
        load_split(high_r[p], low_r[p], right + 16 * p * (N + SKEW) + warp_col + 16 * j, tid);
)";

constexpr std::string_view fragments_from_shared = R"(    half* const halves = (half*)(stages + STAGES * STAGE);
    split_tiles(left, halves);
    __syncthreads();
    Left high_l[PHASES][ROWS], low_l[PHASES][ROWS];
#pragma unroll
    for (int p = 0; p < PHASES; ++p)
#pragma unroll
      for (int i = 0; i < ROWS; ++i) {
        const half* const from = halves + (warp_row + 16 * i) * (K + HALF_SKEW) + 16 * p;
        wmma::load_matrix_sync(high_l[p][i], from, K + HALF_SKEW);
        wmma::load_matrix_sync(low_l[p][i], from + LEFT_HALVES, K + HALF_SKEW);
      }
#pragma unroll
    for (int j = 0; j < COLS; ++j) {
      Right high_r[PHASES], low_r[PHASES];
#pragma unroll
      for (int p = 0; p < PHASES; ++p) {
        const half* const from = halves + 2 * LEFT_HALVES + 16 * p * (N + HALF_SKEW) + warp_col + 16 * j;
        wmma::load_matrix_sync(high_r[p], from, N + HALF_SKEW);
        wmma::load_matrix_sync(low_r[p], from + RIGHT_HALVES, N + HALF_SKEW);
      }
)";

constexpr std::string_view truncated_product = R"(#pragma unroll
      for (int i = 0; i < ROWS; ++i)
#pragma unroll
        for (int p = 0; p < PHASES; ++p) {
          wmma::mma_sync(sum[i][j], low_l[p][i], high_r[p], sum[i][j]);
          wmma::mma_sync(sum[i][j], high_l[p][i], low_r[p], sum[i][j]);
          wmma::mma_sync(sum[i][j], high_l[p][i], high_r[p], sum[i][j]);
        }
)";

constexpr std::string_view rounded_product = R"(#pragma unroll
      for (int i = 0; i < ROWS; ++i) {
        Sum part;
        wmma::fill_fragment(part, 0.0f);
#pragma unroll
        for (int p = 0; p < PHASES; ++p) {
          wmma::mma_sync(part, low_l[p][i], high_r[p], part);
          wmma::mma_sync(part, high_l[p][i], low_r[p], part);
          wmma::mma_sync(part, high_l[p][i], high_r[p], part);
        }
#pragma unroll
        for (int e = 0; e < part.num_elements; ++e) sum[i][j].x[e] += part.x[e];
      }
)";

constexpr std::string_view scaled_product = R"(#pragma unroll
      for (int i = 0; i < ROWS; ++i) {
        Sum part, error;
        wmma::fill_fragment(part, 0.0f);
        wmma::fill_fragment(error, 0.0f);
#pragma unroll
        for (int p = 0; p < PHASES; ++p) {
          wmma::mma_sync(error, low_l[p][i], high_r[p], error);
          wmma::mma_sync(error, high_l[p][i], low_r[p], error);
          wmma::mma_sync(part, high_l[p][i], high_r[p], part);
        }
#pragma unroll
        for (int e = 0; e < part.num_elements; ++e) sum[i][j].x[e] += part.x[e] + error.x[e] / SCALE;
      }
)";

constexpr std::string_view end = R"(    }
  }
#pragma unroll
  for (int i = 0; i < ROWS; ++i)
#pragma unroll
    for (int j = 0; j < COLS; ++j)
      wmma::store_matrix_sync(c + (size_t)(row + warp_row + 16 * i) * n + col + warp_col + 16 * j, sum[i][j], n,
                              wmma::mem_row_major);
}
)";

}  // namespace

std::string corrected_text(ComputeCapability capability, const FragmentFormulae& formulae, const Corrected& how) {
  std::string text = constants(plan_of(capability, how), how);
  if (!how.staged) text += formula_functions(formulae);
  text += common;
  text += block_places;
  text += copies_to_shared;
  text += fetch_and_split;
  text += how.staged ? through_shared : in_registers;
  text += head;
  text += how.staged ? fragments_from_shared : fragments_from_registers;
  text += how.scaled ? scaled_product : how.truncated ? truncated_product : rounded_product;
  text += end;
  return text;
}

GemmTiles corrected_tiles(ComputeCapability capability, const Corrected& how) {
  const Plan p = plan_of(capability, how);
  const int floats = p.m * (p.k + left_skew(how)) + p.k * (p.n + right_skew(how));
  const int halves = how.staged ? 2 * (p.m * (p.k + half_skew(how)) + p.k * (p.n + half_skew(how))) : 0;
  return {p.m,
          p.n,
          p.k,
          p.m / p.warps_m,
          p.n / p.warps_n,
          32 * p.warps_m * p.warps_n,
          p.stages * floats * 4 + halves * 2,
          BlockOrder::Strips};
}

}  // namespace tcviz
