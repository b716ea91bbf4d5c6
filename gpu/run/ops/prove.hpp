// Compiles a formula's functions, as people paste them, and runs them on a GPU for every slot.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_ops {

// Returns the elements by slot number. `functions` must define int row(int tid, int i) and int col(int tid, int i), as
// Style::Function spells them.
Result<std::vector<Element>> elements_on_gpu(const std::string& functions, int threads, int values, int ordinal);

}  // namespace tcviz::inline gpu_ops
