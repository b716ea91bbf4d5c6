// Judges the elements of an output by their labels: each must be summed over every dimension that the outputs lack.
#pragma once

#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Returns the verdict on an output. If `all_blocks`, an element that was not stored is missing; else it may be stored
// by a block that was not executed. Marks findings that reached the output as counting.
OutputVerdict judge_output(const XrayArray& array, const MemoryRegion& region, bool all_blocks, Machine& machine);

}  // namespace tcviz::inline gpu_xray
