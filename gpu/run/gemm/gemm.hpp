// The table of kernels for whole matrix products C = A B, from one warp per tile to cuBLAS: for each its text and how
// it divides the product into tiles. Plain data; gemm_run.hpp executes them.
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

// The type in which cuBLAS computes, for a row without a kernel of ours; None for other rows.
enum class Library : std::uint8_t { None, F16, TF32, F32 };
// The hardware unit whose peak performance a row is compared with.
enum class Unit : std::uint8_t { TensorF16, TensorTF32, CudaF32 };

// The rounding and order of a kernel's sums, which simulate_gemm() follows. Fused: fused multiply-adds in f32, in the
// order of k. Unknown: cuBLAS's own order of f32 sums. Corrected and the following: products corrected for the loss of
// rounding the inputs to f16.
enum class Arithmetic : std::uint8_t {
  Unknown,
  Fused,
  TensorF16,
  TensorTF32,
  Corrected,
  CorrectedScaled,
  CorrectedTruncated
};

// The order in which blocks compute tiles. Grid: blockIdx.y and .x are the tile. Strips: one number counts along strips
// of tiles (block_places.cuh).
enum class BlockOrder : std::uint8_t { Grid, Strips };
// The form in which a kernel receives A and B: addresses, or tensor maps for the copy engine (CUDA C++ Programming
// Guide, "Using TMA to transfer multi-dimensional arrays").
enum class Operands : std::uint8_t { Pointers, TensorMaps };

// The tiles of a kernel. C is divided into tiles of m x n, one for each block; a stage reads k columns of A and k rows
// of B. The part of a warp is warp_m x warp_n; in kernels without fragments, this is the part of a thread.
struct GemmTiles {
  int m = 0, n = 0, k = 0;
  int warp_m = 0, warp_n = 0;
  int threads = 0;       // threads of a block
  int shared_bytes = 0;  // dynamic shared memory of a block
  BlockOrder order = BlockOrder::Grid;
  int copiers = 0;  // number of threads, the last of the block, that only copy
  Operands operands = Operands::Pointers;
  bool operands_stay_shared = false;  // the product reads A and B from shared memory, without fragments
  bool own_features = false;  // uses instructions of a single architecture: compiled for sm_90a rather than sm_90
};

// Formulae for the fragments that a kernel loads without the library, wmma.m16n16k16.a.f16.row and .b.f16.row, on the
// GPU that executes it.
struct FragmentFormulae {
  std::string a_row, a_col, b_row, b_col;  // checked formulae of tid and i, as C text
  // Loads of the fragments by ldmatrix; none: ldmatrix cannot load them.
  std::optional<MatrixLoad> a_load, b_load;
};

// A row of the table. All matrices are row-major and padded with zeros to whole tiles, so that any M, N and K are
// possible. The kernel is
//   void entry(A, B, float* c, int m, int n, int k)    A and B: const Input*, or tensor maps
struct GemmKernel {
  std::string_view id, title, does;
  ElementType input = ElementType::F16;
  Unit unit = Unit::TensorF16;
  Arithmetic arithmetic = Arithmetic::Unknown;
  Library library = Library::None;
  std::string_view entry = {};  // name of the kernel in `text`
  // Returns the CUDA text of the kernel; null for cuBLAS.
  std::string (*text)(ComputeCapability, const FragmentFormulae&) = nullptr;
  GemmTiles (*tiles)(ComputeCapability) = nullptr;  // returns the tiles of the kernel
  ComputeCapability since = 0, until = 0;           // first and last architecture with its instructions; 0: no limit
};

// True for a kernel of the corrected products.
bool is_corrected(const GemmKernel& kernel);
// Returns the error Unavailable, with the limits of the instruction, if an architecture cannot execute the kernel.
Status runs_on(const GemmKernel& kernel, ComputeCapability capability);

std::span<const GemmKernel> gemm_kernels();
const GemmKernel* find_gemm(std::string_view id);
std::vector<std::string_view> gemm_ids();

// Returns the smallest multiple of `step` that is not less than `n`.
int round_up(int n, int step);
constexpr std::size_t area(int rows, int cols) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}
// Returns the shape with whole tiles.
GemmShape padded(const GemmShape& shape, const GemmTiles& tiles);

// The variants of a corrected product, which gemm_corrected.cpp describes.
struct Corrected {
  bool staged = false;     // inputs are split in shared memory, as is necessary without knowing the layout
  bool skewed = false;     // rows of the tiles in shared memory are shifted against bank conflicts (the paper, 4.4)
  bool scaled = false;     // errors are scaled by 2^11
  bool truncated = false;  // tensor cores compute all sums, as in the paper
};

}  // namespace tcviz::inline gpu_gemm
