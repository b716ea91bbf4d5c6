#include "gpu/run/gemm/gemm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr Corrected registers{}, staged{.staged = true}, skewed{.staged = true, .skewed = true}, scaled{.scaled = true},
    scaled_staged{.staged = true, .skewed = true, .scaled = true}, truncated{.truncated = true};

template <const Corrected& how>
std::string text_of(ComputeCapability capability, const FragmentFormulae& formulae) {
  return corrected_text(capability, formulae, how);
}
template <const Corrected& how>
GemmTiles tiles_of(ComputeCapability capability) {
  return corrected_tiles(capability, how);
}

// clang-format off
constexpr std::array<GemmKernel, 16> rows{{
  {"naive_wmma", "Naive WMMA", "one warp for each 16x16 tile, straight from global memory: the article's",
   ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::None, "naive_wmma", naive_wmma_text, naive_wmma_tiles},
  {"tiled_cuda_core", "Tiled, CUDA cores", "32x32 tiles in shared memory, one element a thread: the article's opponent",
   ElementType::F32, Unit::CudaF32, Arithmetic::Fused, Library::None, "tiled_cuda_core", tiled_text, tiled_tiles},
  {"register_tiled", "Tiled in registers, CUDA cores", "128x128 tiles, 8x8 elements a thread: as it should be written",
   ElementType::F32, Unit::CudaF32, Arithmetic::Fused, Library::None, "register_tiled", register_tiled_text, register_tiled_tiles},
  {"staged_threads", "Staged WMMA, copied by threads", "shared-memory tiles in several stages, eight warps, eight or sixteen fragments a warp",
   ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::None, "staged_wmma", staged_threads_text, staged_threads_tiles},
  {"staged_wmma", "Staged WMMA", "the same, on sm_90 with the copy engine and fragments filled by ldmatrix through the layout",
   ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::None, "staged_wmma", staged_wmma_text, staged_wmma_tiles},
  {"mma_sync", "mma.sync", "m16n8k16 on plain registers, filled by ldmatrix: what WMMA is made of",
   ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::None, "mma_sync", mma_sync_text, mma_sync_tiles, 80},
  {"wgmma", "wgmma", "four warps at once, operands straight from shared memory: instructions of sm_90 alone",
   ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::None, "wgmma", wgmma_text, wgmma_tiles, 90, 90},
  {"corrected_wmma", "Corrected, in registers", "an f32 product from f16 pieces, split in registers through the layout; CUDA cores add up stages",
   ElementType::F32, Unit::TensorF16, Arithmetic::Corrected, Library::None, "corrected_wmma", text_of<registers>, tiles_of<registers>},
  {"corrected_staged", "Corrected, staged", "the same, split in shared memory as without the layout",
   ElementType::F32, Unit::TensorF16, Arithmetic::Corrected, Library::None, "corrected_wmma", text_of<staged>, tiles_of<staged>},
  {"corrected_skewed", "Corrected, staged and skewed", "the same with rows moved apart against bank conflicts",
   ElementType::F32, Unit::TensorF16, Arithmetic::Corrected, Library::None, "corrected_wmma", text_of<skewed>, tiles_of<skewed>},
  {"corrected_scaled", "Corrected and scaled, in registers", "errors scaled by 2^11",
   ElementType::F32, Unit::TensorF16, Arithmetic::CorrectedScaled, Library::None, "corrected_wmma", text_of<scaled>, tiles_of<scaled>},
  {"corrected_scaled_staged", "Corrected and scaled, staged", "the same, split in shared memory, staged and skewed",
   ElementType::F32, Unit::TensorF16, Arithmetic::CorrectedScaled, Library::None, "corrected_wmma", text_of<scaled_staged>, tiles_of<scaled_staged>},
  {"corrected_truncated", "Corrected, sums cut off", "as corrected_wmma, all sums left to the tensor cores: the paper's",
   ElementType::F32, Unit::TensorF16, Arithmetic::CorrectedTruncated, Library::None, "corrected_wmma", text_of<truncated>, tiles_of<truncated>},
  {"cublas_f16", "cuBLAS, f16", "f16 in, f32 sums", ElementType::F16, Unit::TensorF16, Arithmetic::TensorF16, Library::F16},
  {"cublas_tf32", "cuBLAS, TF32", "f32 in, rounded to TF32 on the way", ElementType::F32, Unit::TensorTF32, Arithmetic::TensorTF32, Library::TF32},
  {"cublas_sgemm", "cuBLAS, SGEMM", "f32 all the way, CUDA cores", ElementType::F32, Unit::CudaF32, Arithmetic::Unknown, Library::F32},
}};
// clang-format on

}  // namespace

std::span<const GemmKernel> gemm_kernels() { return rows; }

const GemmKernel* find_gemm(std::string_view id) {
  const auto* const found = std::find_if(rows.begin(), rows.end(), [&](const GemmKernel& row) { return row.id == id; });
  return found == rows.end() ? nullptr : found;
}

std::vector<std::string_view> gemm_ids() {
  std::vector<std::string_view> ids;
  for (const GemmKernel& row : rows) ids.push_back(row.id);
  return ids;
}

bool is_corrected(const GemmKernel& kernel) { return kernel.arithmetic >= Arithmetic::Corrected; }

Status runs_on(const GemmKernel& kernel, ComputeCapability capability) {
  if (kernel.until != 0 && capability > kernel.until)
    return unavailable(
        fmt::format("{} has instructions of sm_{} alone, not of sm_{}", kernel.id, kernel.until, capability));
  if (capability < kernel.since)
    return unavailable(fmt::format("{} needs sm_{} or later, this is sm_{}", kernel.id, kernel.since, capability));
  return Nothing{};
}

int round_up(int n, int step) { return (n + step - 1) / step * step; }

GemmShape padded(const GemmShape& shape, const GemmTiles& tiles) {
  return {round_up(shape.m, tiles.m), round_up(shape.n, tiles.n), round_up(shape.k, tiles.k)};
}

}  // namespace tcviz::inline gpu_gemm
