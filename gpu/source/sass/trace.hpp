// Finds where a probe kernel moves the elements of a matrix: decodes the kernel and executes it with a label in every
// element. Accepts only kernels that copy whole elements. Independent of how the kernel was made.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/source/sass/cubin.hpp"

namespace tcviz::inline gpu_sass {

// Returns the map of a load kernel: the linear element (row * cols + col) of each slot. The kernel reads the packed
// matrix, in this memory order, at its first parameter, and stores every lane's fragment registers, lane after lane, at
// its second.
Result<std::vector<std::int32_t>> trace_load(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

// Returns the map of a store kernel, with no_element for a slot that is not stored (a copy). The kernel reads fragment
// registers at its first parameter and writes the packed matrix at its second.
Result<std::vector<std::int32_t>> trace_store(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

}  // namespace tcviz::inline gpu_sass
