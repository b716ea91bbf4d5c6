// Folds a row (or a column) of a fragment without leaving the registers: finds the partner from which each slot takes a
// value, fold after fold. Derived from the layout's map over GF(2); pure.
#pragma once

#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

inline constexpr int threads_of_warp = 32;  // a shuffle's reach

// The fold in which y[tid][i] becomes fold(y[tid][i], y[tid ^ tid_xor][i ^ i_xor]), everywhere at once. If the number
// of values is no power of two, y goes on up to the next one with elements of the fold that change nothing.
struct FoldStep {
  int i_xor = 0, tid_xor = 0;
  friend bool operator==(const FoldStep&, const FoldStep&) = default;
};

// Returns the folds after which every slot holds the fold of its row (column), each element counted once however many
// owners it has. Those within the thread come first, those between warps last. An error if the layout is not linear
// over GF(2).
Result<std::vector<FoldStep>> fold_steps(const Layout& layout, Axis axis);

}  // namespace tcviz::inline gpu_ops
