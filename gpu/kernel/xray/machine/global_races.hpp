// Detects races between warps of one block in global memory: a warp reads or stores bytes that another warp has stored,
// and no barrier is between the two. Only the last store of each element is recorded, so a store after a read of
// another warp is not noticed.
#pragma once

#include <cstddef>

namespace tcviz::inline gpu_xray {

struct MemoryRegion;
class StepContext;

// Reports a race with another warp of the block at `count` bytes of `region` from offset `at` on. `stores`: the access
// stores a different value than was there; else it reads. If the kernel has fences, or atomic or volatile accesses,
// with which the warps may have synchronised, adds a doubt instead, so that no result is called right; a load that
// takes the memory for read-only adds one wherever the kernel has stored.
void look_for_other_warps(StepContext& context, int lane, const MemoryRegion& region, std::size_t at, std::size_t count,
                          bool stores);

}  // namespace tcviz::inline gpu_xray
