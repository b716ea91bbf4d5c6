// Whole matrix products C = A B, from one warp a tile to cuBLAS: a row each, with the text of its kernel and how it
// cuts the product into tiles. Pure data; running them is gemm_run.hpp's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

struct GemmShape {
  int m = 0, n = 0, k = 0;
  friend bool operator==(const GemmShape&, const GemmShape&) = default;
};

// What cuBLAS is asked for where a row has no kernel of its own.
enum class Library : std::uint8_t { None, F16, TF32, F32 };
// Whose peak a row is held against.
enum class Unit : std::uint8_t { TensorF16, TensorTF32, CudaF32 };

// How a kernel rounds and in which order it adds: what simulate_gemm() follows. Fused: fused multiply-adds in f32, k
// after k; Unknown: cuBLAS's own order of f32 sums.
enum class Arithmetic : std::uint8_t { Unknown, Fused, TensorF16, TensorTF32, Corrected, CorrectedScaled };

// Of a kernel. C is cut into tiles of m x n, one for each block; a step over K reads k columns of A and rows of B. A
// warp's part of the tile is warp_m x warp_n; of kernels without fragments it is a thread's.
struct GemmTiles {
  int m = 0, n = 0, k = 0;
  int warp_m = 0, warp_n = 0;
  int threads = 0;
  int shared_bytes = 0;  // asked for at the launch
};

// Proven formulae of tid and i for the fragments that a kernel fills by itself, as C text; of the GPU that runs it.
struct FragmentFormulae {
  std::string a_row, a_col, b_row, b_col;  // wmma.m16n16k16.a.f16.row and .b.f16.row
};

// All matrices are row-major and padded with zeros to whole tiles, so that any M, N and K are right:
//   void entry(const Input* a, const Input* b, float* c, int m, int n, int k)
struct GemmKernel {
  std::string_view id, title, does;
  ElementType input = ElementType::F16;
  Unit unit = Unit::TensorF16;
  Arithmetic arithmetic = Arithmetic::Unknown;
  Library library = Library::None;
  std::string_view entry = {};  // of the kernel in `text`
  std::string (*text)(ComputeCapability, const FragmentFormulae&) = nullptr;
  GemmTiles (*tiles)(ComputeCapability) = nullptr;
  bool fills_fragments = false;  // needs the formulae
};

std::span<const GemmKernel> gemm_kernels();
const GemmKernel* find_gemm(std::string_view id);
std::vector<std::string_view> gemm_ids();

int round_up(int n, int step);
GemmShape padded(const GemmShape& shape, const GemmTiles& tiles);

// The parts of a corrected product, as gemm_corrected.cpp has them.
struct Corrected {
  bool staged = false;  // split in shared memory, as without knowing the layout
  bool skewed = false;  // rows of the shared tiles moved apart, against bank conflicts (the paper, 4.4)
  bool scaled = false;  // errors scaled by 2^11, sums rounded by the CUDA cores
};

}  // namespace tcviz
