// Multiplies matrices of doubles, row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tcviz::inline gpu_xray {

struct RowSizes {
  std::int64_t rows = 0, inner = 0, cols = 0;
};

// Computes c = a b, all stored row by row. Adds the products of each element in the order of the inner index. The sums
// of eight columns at a time stay in registers.
inline void multiply_rows(const double* a, const double* b, double* c, const RowSizes& of) {
  constexpr std::int64_t piece = 8;
  for (std::int64_t row = 0; row < of.rows; ++row) {
    const double* const left = a + row * of.inner;
    std::int64_t col = 0;
    for (; col + piece <= of.cols; col += piece) {
      std::array<double, piece> sums{};
      for (std::int64_t k = 0; k < of.inner; ++k) {
        const double* const right = b + k * of.cols + col;
        for (std::size_t at = 0; at < piece; ++at) sums[at] += left[k] * right[at];
      }
      std::ranges::copy(sums, c + row * of.cols + col);
    }
    for (; col < of.cols; ++col) {
      double sum = 0;
      for (std::int64_t k = 0; k < of.inner; ++k) sum += left[k] * b[k * of.cols + col];
      c[row * of.cols + col] = sum;
    }
  }
}

}  // namespace tcviz::inline gpu_xray
