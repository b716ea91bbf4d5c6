// The ladder's top, on sm_90 alone: wgmma. Four warps multiply at once, straight from shared memory, which the copy
// engine fills; only the accumulators are fragments. Warp w of a warpgroup has rows 16 w of its 64, and in them the
// layout of mma.sync's accumulators, 8 columns after 8 columns (PTX ISA, "Register Fragments and Shared Memory Matrix
// Layouts" of wgmma.mma_async).
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include <fmt/format.h>

#include "gpu/ops/gemm_texts.hpp"

namespace tcviz {
namespace {

constexpr int tile_m = 128, tile_n = 256, tile_k = 64, stages = 4, warpgroup = 128;
constexpr int values = tile_n / 2;  // accumulators of a thread: 64 rows of tile_n columns by 128 threads

// The instruction names every register by itself.
std::string multiply_function() {
  std::string numbers, values_of_d;
  for (int i = 0; i < values; ++i) {
    numbers += fmt::format("{}%{}", i == 0 ? "" : i % 16 == 0 ? ", \"\n      \"" : ", ", i);
    values_of_d += fmt::format("{}\"+f\"(d[{}])", i == 0 ? "" : i % 8 == 0 ? ",\n        " : ", ", i);
  }
  return fmt::format(R"(
// d += a b: 64 rows, N columns, 16 of K. The last two numbers: A has K along its rows, B has N along them.
__device__ inline void multiply(float (&d)[N / 2], unsigned long long a, unsigned long long b) {{
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n{}k16.f32.f16.f16 {{"
      "{}"
      "}}, %{}, %{}, 1, 1, 1, 0, 1;"
      : {}
      : "l"(a), "l"(b));
}}
)",
                     tile_n, numbers, values, values + 1, values_of_d);
}

constexpr std::string_view kernel = R"(
// Where a matrix lies in shared memory (PTX ISA, "Matrix descriptor"): chunks exchanged over 128 bytes; `far` bytes from
// 64 columns to the next 64, 1024 from 8 rows to the next 8.
__device__ inline unsigned long long matrix_at(unsigned address, unsigned far) {
  const unsigned long long start = (address & 0x3ffff) >> 4, leading = far >> 4, stride = 1024 >> 4, exchanged = 1;
  return start | leading << 16 | stride << 32 | exchanged << 62;
}

extern "C" __global__ __launch_bounds__(THREADS, 1) void wgmma(const __grid_constant__ TensorMap a,
                                                               const __grid_constant__ TensorMap b, float* c, int m,
                                                               int n, int k) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ unsigned long long barriers[2 * STAGES];
  const unsigned stages = address_of(shared), full = address_of(barriers), empty = full + 8 * STAGES;
  const Place at = place_of_block(m, n);
  const int steps = k / K, group = threadIdx.x / 128;
  make_barriers(full, empty);
  if (group == CONSUMERS) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 128 * CONSUMERS) keep_copying(a, b, at, steps, stages, full, empty);
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  float d[N / 2];
#pragma unroll
  for (int i = 0; i < N / 2; ++i) d[i] = 0;
  for (int s = 0; s < steps; ++s) {
    const int stage = s % STAGES;
    wait(full + 8 * stage, s / STAGES % 2);
    const unsigned left = stages + stage * STAGE + group * 64 * ROW, right = stages + stage * STAGE + A_BYTES;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int p = 0; p < K; p += 16) multiply(d, matrix_at(left + 2 * p, 16), matrix_at(right + p * ROW, K * ROW));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");  // the products of the stage before are done
    if (s > 0 && threadIdx.x % 128 == 0) arrive(empty + 8 * ((s - 1) % STAGES));
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float* const to = c + (size_t)(at.row + 16 * warp + lane / 4) * n + at.col + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < N / 2; i += 2)
    *(float2*)(to + (size_t)(i / 2 % 2 * 8) * n + i / 4 * 8) = make_float2(d[i], d[i + 1]);
}
)";

}  // namespace

std::string wgmma_text(ComputeCapability, const FragmentFormulae&) {
  std::string text = fmt::format(
      "#include <cuda_fp16.h>\n\n"
      "constexpr int M = {}, N = {}, K = {}, STAGES = {}, STRIP = 4;\n"
      "constexpr int CONSUMERS = M / 64, THREADS = 128 * (CONSUMERS + 1);  // warpgroups of 64 rows, and one that "
      "copies\n",
      tile_m, tile_n, tile_k, stages);
  text += block_places;
  text += tensor_copies;
  text += multiply_function();
  text += kernel;
  return text;
}

GemmTiles wgmma_tiles(ComputeCapability) {
  GemmTiles tiles{tile_m, tile_n, tile_k, 16, tile_n};
  tiles.threads = warpgroup * (tile_m / 64 + 1);
  tiles.shared_bytes = stages * (tile_m + tile_n) * tile_k * 2;
  tiles.order = BlockOrder::Strips;
  tiles.copiers = warpgroup;
  tiles.operands = Operands::TensorMaps;
  tiles.operands_stay_shared = true;
  tiles.own_features = true;
  return tiles;
}

}  // namespace tcviz
