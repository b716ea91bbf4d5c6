// Finds the way in which one `ldmatrix` fills a fragment, if it can: PTX ISA, "Warp-level matrix load instruction:
// ldmatrix". It loads four 8x8 matrices of 16-bit values; of each, thread t gets the elements 2 * (t % 4) and the next
// of row t / 4, or, with .trans, of column t / 4.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_gemm {

struct MatrixLoad {
  bool transposed = false;
  std::array<Element, 4> corner{};  // the first element of the part of the fragment that is loaded as matrix 0, 1, 2, 3
  std::vector<int> matrix;          // the matrix that register r, which is x[2r] and x[2r + 1], comes from
  friend bool operator==(const MatrixLoad&, const MatrixLoad&) = default;
};

// Returns none if the values are not of 16 bits, the threads not 32, or some register's elements are not those of an
// 8x8 matrix. A layout with fewer than four distinct matrices has none either.
std::optional<MatrixLoad> matrix_load(const Layout& layout);

}  // namespace tcviz::inline gpu_gemm
