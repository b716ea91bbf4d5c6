// What the elements of an output are, and whether that is what its dimensions ask for.
#pragma once

#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// `all_blocks`: an element that nothing was stored to is then missing. Findings that reached it count from now on.
OutputVerdict judge_output(const XrayArray& array, const MemoryRegion& region, bool all_blocks, Machine& machine);

}  // namespace tcviz::inline gpu_xray
