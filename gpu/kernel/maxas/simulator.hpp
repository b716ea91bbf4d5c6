// Executes a maxas kernel with whole numbers, block by block, from global memory to global memory: every address, every
// register, both shared buffers and the staging of C as the other files of this room say. If a formula there is wrong,
// the product is. Threads go in lockstep, so it shows where data goes and not when.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/kernel/maxas/collector.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::maxas {

using Number = std::int64_t;

// C = alpha * A * B^T: A is m x k at k * lda + m, B is n x k at k * ldb + n, C is m x n at n * ldc + m.
struct Problem {
  SgemmKernel kernel = sgemm64;
  int m = 0, n = 0, k = 0;
  int lda = 0, ldb = 0, ldc = 0;
  Number alpha = 1;
  std::vector<Number> a, b, c;  // c: the values of C before; those that no block stores stay
};

// C afterwards. Of the variant, order and map are executed; neither changes the result. Refused: a k that is not a
// multiple of 8, leading dimensions that are too small or, for A and B, not a multiple of 4, and matrices of another
// size than they say.
Result<std::vector<Number>> multiply(const Problem& problem, const Variant& variant = {});

}  // namespace tcviz::maxas
