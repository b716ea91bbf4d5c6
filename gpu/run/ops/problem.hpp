// The inputs that an operation is tried on: fresh random data of the right types. The same seed gives the same numbers.
#pragma once

#include <cstdint>

#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

struct Scalars {
  double a = 1, b = 0;
  int d = 0;
};

// Returns the usual scalars of an operation.
Scalars usual_scalars(const Operation& operation);

Problem make_problem(const Operation& operation, const Kind& kind, const Scalars& scalars, std::uint64_t seed);

// Returns the number of values of a vector that a kernel gets, and of the matrix in memory if the operation reads one.
int side_of(const Kind& kind);  // max(rows, cols): the length of u, v and out

}  // namespace tcviz::inline gpu_ops
