// Executes a maxas kernel on the CPU with integers, block by block: every address, every register, both shared buffers
// and the staging of C, as computed by the other files of this folder. If a formula there is wrong, the product is
// wrong too. All threads execute in lockstep: it models where data is, not timing.
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
  std::vector<Number> a, b, c;  // c: the values of C before the kernel, which elements that no block stores keep
};

// Returns C after the kernel. Executes the order and the register map of `variant`; neither changes the result. Refuses
// a k that is not a multiple of 8, leading dimensions that are too small or, for A and B, not a multiple of 4, and
// matrices whose sizes do not fit the problem.
Result<std::vector<Number>> multiply(const Problem& problem, const Variant& variant = {});

}  // namespace tcviz::maxas
