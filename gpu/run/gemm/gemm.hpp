// Whole matrix products C = A B, from one warp for each tile to cuBLAS: a row each, with the text of its kernel and the
// way it cuts the product into tiles. Pure data; gemm_run.hpp runs them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/run/gemm/matrix_load.hpp"

namespace tcviz::inline gpu_gemm {

struct GemmShape {
  int m = 0, n = 0, k = 0;
  friend bool operator==(const GemmShape&, const GemmShape&) = default;
};

// The type that cuBLAS computes in, for a row that has no kernel of its own.
enum class Library : std::uint8_t { None, F16, TF32, F32 };
// The unit whose peak a row is compared with.
enum class Unit : std::uint8_t { TensorF16, TensorTF32, CudaF32 };

// The rounding and the order of sums of a kernel, which simulate_gemm() follows. Fused: fused multiply-adds in f32, k
// after k; Unknown: cuBLAS's own order of f32 sums. The corrected ones come last.
enum class Arithmetic : std::uint8_t {
  Unknown,
  Fused,
  TensorF16,
  TensorTF32,
  Corrected,
  CorrectedScaled,
  CorrectedTruncated
};

// The way a kernel's blocks get their tiles: by blockIdx.y and .x, or by one number along strips of tiles
// (block_places).
enum class BlockOrder : std::uint8_t { Grid, Strips };
// The form in which a kernel gets A and B: their addresses, or tensor maps for the copy engine (CUDA C++ Programming
// Guide, "Using TMA to transfer multi-dimensional arrays").
enum class Operands : std::uint8_t { Pointers, TensorMaps };

// The tiles of a kernel. C is cut into tiles of m x n, one for each block; a stage reads k columns of A and k rows of
// B. A warp's part of the tile is warp_m x warp_n; in kernels without fragments it is a thread's.
struct GemmTiles {
  int m = 0, n = 0, k = 0;
  int warp_m = 0, warp_n = 0;
  int threads = 0;
  int shared_bytes = 0;  // asked for at the launch
  BlockOrder order = BlockOrder::Grid;
  int copiers = 0;  // the last of the threads, which copy and do not multiply
  Operands operands = Operands::Pointers;
  bool operands_stay_shared = false;  // A and B are multiplied from shared memory, without fragments
  bool own_features = false;          // instructions of one architecture alone: compiled for sm_90a, not sm_90
};

// The layout of the fragments that a kernel fills by itself, on the GPU that runs it: wmma.m16n16k16.a.f16.row and
// .b.f16.row.
struct FragmentFormulae {
  std::string a_row, a_col, b_row, b_col;  // proven, of tid and i, as C text
  std::optional<MatrixLoad> a_load, b_load;
};

// A row of the table. All matrices are row-major and padded with zeros to whole tiles, so that any M, N and K are
// right:
//   void entry(A, B, float* c, int m, int n, int k)    A and B: const Input*, or tensor maps
struct GemmKernel {
  std::string_view id, title, does;
  ElementType input = ElementType::F16;
  Unit unit = Unit::TensorF16;
  Arithmetic arithmetic = Arithmetic::Unknown;
  Library library = Library::None;
  std::string_view entry = {};  // the kernel's name in `text`
  std::string (*text)(ComputeCapability, const FragmentFormulae&) = nullptr;
  GemmTiles (*tiles)(ComputeCapability) = nullptr;
  ComputeCapability since = 0, until = 0;  // the architectures that have its instructions; 0: no limit
};

bool is_corrected(const GemmKernel& kernel);
// Returns Unavailable, with the instruction's limits, if an architecture cannot run it.
Status runs_on(const GemmKernel& kernel, ComputeCapability capability);

std::span<const GemmKernel> gemm_kernels();
const GemmKernel* find_gemm(std::string_view id);
std::vector<std::string_view> gemm_ids();

int round_up(int n, int step);
constexpr std::size_t area(int rows, int cols) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}
GemmShape padded(const GemmShape& shape, const GemmTiles& tiles);

// The parts of a corrected product, as gemm_corrected.cpp has them.
struct Corrected {
  bool staged = false;     // split in shared memory, as without knowing the layout
  bool skewed = false;     // rows of the shared tiles moved apart, against bank conflicts (the paper, 4.4)
  bool scaled = false;     // errors scaled by 2^11
  bool truncated = false;  // all sums left to the tensor cores, as the paper has it
};

}  // namespace tcviz::inline gpu_gemm
