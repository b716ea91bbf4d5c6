// Compiles the functions of a formula, as users paste them, and executes them on a GPU for every slot.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_ops {

// Returns the element that the functions give for each slot, by slot number. `functions` must define int row(int tid,
// int i) and int col(int tid, int i), like Style::Function.
Result<std::vector<Element>> elements_on_gpu(const std::string& functions, int threads, int values, int ordinal);

}  // namespace tcviz::inline gpu_ops
