// Where the elements of a matrix go when a probe kernel moves them: the kernel is decoded and run with a label in every
// element. Only a pure copy of whole elements is an answer. Knows nothing of how the kernel was made.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/source/sass/cubin.hpp"

namespace tcviz::inline gpu_sass {

// A load kernel reads the packed matrix in this memory order at its first parameter, and stores every lane's fragment
// registers, lane after lane, at its second. The map slot -> linear element (row * cols + col).
Result<std::vector<std::int32_t>> trace_load(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

// A store kernel reads fragment registers and writes the packed matrix. The map slot -> linear element, no_element for
// a slot that is not stored (a copy).
Result<std::vector<std::int32_t>> trace_store(const Kind& kind, MemoryOrder order, const KernelCode& kernel);

}  // namespace tcviz::inline gpu_sass
