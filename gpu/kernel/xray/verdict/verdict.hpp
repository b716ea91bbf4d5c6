// Judges the elements of an output by what its dimensions ask for.
#pragma once

#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Judges an output; if `all_blocks`, an element without a store is missing. Findings that reached the output count from
// now on.
OutputVerdict judge_output(const XrayArray& array, const MemoryRegion& region, bool all_blocks, Machine& machine);

}  // namespace tcviz::inline gpu_xray
