// Finds the places to which a probe kernel moves the elements of a matrix: the kernel is decoded and run with a label
// in every element. Only a pure copy of whole elements is an answer. Knows nothing of how the kernel was made.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/source/sass/cubin.hpp"

namespace tcviz::inline gpu_sass {

// Returns the map slot -> linear element (row * cols + col) of a load kernel. It reads the packed matrix in this memory
// order at its first parameter, and stores every lane's fragment registers, lane after lane, at its second.
Result<std::vector<std::int32_t>> trace_load(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

// Returns the map slot -> linear element of a store kernel, no_element for a slot that is not stored (a copy). The
// kernel reads fragment registers and writes the packed matrix.
Result<std::vector<std::int32_t>> trace_store(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

}  // namespace tcviz::inline gpu_sass
