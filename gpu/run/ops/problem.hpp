// Generates inputs for an operation: random data of the right types. The same seed gives the same numbers.
#pragma once

#include <cstdint>

#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

struct Scalars {
  double a = 1, b = 0;
  int d = 0;
};

// Returns the default scalars of an operation.
Scalars usual_scalars(const Operation& operation);

// Returns random inputs for an operation on a fragment of `kind`.
Problem make_problem(const Operation& operation, const Kind& kind, const Scalars& scalars, std::uint64_t seed);

// Returns max(rows, cols), the length of u, v and out.
int side_of(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
