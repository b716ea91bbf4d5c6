// The layouts sgemm64.c and sgemm128.c: which thread of the maxas SGEMM kernels keeps which element of its block's C
// tile in which register. Rows are x (m, matrix A), columns y (n, matrix B). A thread owns four microtiles of 4x4
// elements, h = tile / 2 apart:
//
//   y0      y0+h        xi, yi = 0..7 count a thread's rows and columns: x0 + offset(xi), y0 + offset(yi)
//   +---+   +---+  x0
//   +---+   +---+
//   +---+   +---+  x0+h
//   +---+   +---+
//
// Source: the register mapping and the address arithmetic of sgemm64.sass and sgemm128.sass (NervanaSystems/maxas).
#pragma once

#include <array>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

// One of the two maxas kernels.
struct SgemmKernel {
  int tile = 0;     // number of rows, and of columns, of C that a block computes
  int threads = 0;  // threads of a block

  constexpr int half() const { return tile / 2; }
  // Returns 0, 1, 2, 3, h, h+1, h+2, h+3 for 0..7.
  constexpr int offset(int index) const { return (index & 3) + half() * (index >> 2); }
  constexpr int warps() const { return threads / 32; }
  friend constexpr bool operator==(const SgemmKernel&, const SgemmKernel&) = default;
};
inline constexpr SgemmKernel sgemm64{64, 64}, sgemm128{128, 256};
inline constexpr std::array<SgemmKernel, 2> sgemm_kernels{sgemm64, sgemm128};

// The position of a thread's first microtile, in units of four elements: x0 = 4 * x, y0 = 4 * y.
struct Microtile {
  int x = 0, y = 0;
  friend constexpr bool operator==(const Microtile&, const Microtile&) = default;
};
// Returns the position of thread `tid`.
Microtile sgemm_microtile(const SgemmKernel& kernel, int tid);

// The row xi and column yi of a C value within its thread, each 0..7.
struct TileIndex {
  int xi = 0, yi = 0;
  friend constexpr auto operator<=>(const TileIndex&, const TileIndex&) = default;
};
// Returns the register that holds a C value, one of R0..R63. Three bits of xi and three of yi form its number; the
// lowest bit of yi and the second bit of xi are inverted: they are the two lowest bits, so the number is XORed with 3.
// sgemm_index() is the inverse.
int sgemm_register(TileIndex index);
TileIndex sgemm_index(int c_register);

std::string sgemm_kind(const SgemmKernel& kernel);  // "sgemm64.c"
// Returns the kernel of a kind; null if it is no such kind.
const SgemmKernel* sgemm_of_kind(std::string_view kind);
// Returns the layout of the C tile.
Layout sgemm_layout(const SgemmKernel& kernel);

}  // namespace tcviz::inline gpu_layout
