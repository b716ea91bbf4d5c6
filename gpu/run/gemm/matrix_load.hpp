// Finds out if and how a single `ldmatrix` loads a fragment: PTX ISA, "Warp-level matrix load instruction: ldmatrix".
// The instruction loads four 8x8 matrices of 16-bit values; of each, thread t receives elements 2 * (t % 4) and the
// next of row t / 4, or, with .trans, of column t / 4.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_gemm {

// A load of a fragment by ldmatrix.x4.
struct MatrixLoad {
  bool transposed = false;
  std::array<Element, 4> corner{};  // for matrix 0 to 3: the first element of the part of the fragment that it loads
  std::vector<int> matrix;          // for register r, which holds x[2r] and x[2r + 1]: the number of its matrix
  friend bool operator==(const MatrixLoad&, const MatrixLoad&) = default;
};

// Returns the load of `layout`. Returns none if values do not have 16 bits, there are not 32 threads, the elements of
// some register are not those of an 8x8 matrix, or there are fewer than four different matrices.
std::optional<MatrixLoad> matrix_load(const Layout& layout);

}  // namespace tcviz::inline gpu_gemm
