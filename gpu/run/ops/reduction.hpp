// Plans how rows (or columns) of a fragment are reduced in registers: in each step every slot takes a value from a
// partner slot. Derived from the layout's map over GF(2). Pure.
#pragma once

#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

inline constexpr int threads_of_warp = 32;  // the lanes among which a shuffle exchanges values

// The step y[tid][i] = fold(y[tid][i], y[tid ^ tid_xor][i ^ i_xor]), for all slots at once. If the number of values is
// no power of two, y is extended to the next one by values that the fold ignores.
struct FoldStep {
  int i_xor = 0, tid_xor = 0;
  friend bool operator==(const FoldStep&, const FoldStep&) = default;
};

// Returns the steps after which every slot holds the fold of its row (column), with each element counted once however
// many owners it has. Steps within a thread come first, those between warps last. Returns an error if the layout is not
// linear over GF(2).
Result<std::vector<FoldStep>> fold_steps(const Layout& layout, Axis axis);

}  // namespace tcviz::inline gpu_ops
