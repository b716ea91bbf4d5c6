// Warps of one block that meet in global memory: one reads or stores bytes that another has stored, and no barrier
// stands between them. The X-ray knows it from the place of the last store of each element, so it does not see a store
// that comes after a read of another warp.
#pragma once

#include <cstddef>

namespace tcviz::inline gpu_xray {

struct MemoryRegion;
class StepContext;

// Reports a race with another warp of the block. `stores`: the access stores something else than was there; else it
// reads. If the kernel has atomic or volatile accesses or fences, by which warps may have told each other, adds a doubt
// instead: then nothing is called right.
void look_for_other_warps(StepContext& context, int lane, const MemoryRegion& region, std::size_t at, std::size_t count,
                          bool stores);

}  // namespace tcviz::inline gpu_xray
