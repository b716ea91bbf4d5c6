// Warps of one block that meet in global memory: one reads or stores what another has stored, and no barrier stands
// between them. It is known from the place of the last store of each element, so that a store that comes behind a read
// of another warp is not seen.
#pragma once

#include <cstddef>

namespace tcviz::inline gpu_xray {

struct MemoryRegion;
class StepContext;

// `stores`: the access stores something else than was there, else it reads. A race is a finding; where the kernel has
// atomic or volatile accesses or fences, by which warps may have told each other, nothing is called right instead.
void look_for_other_warps(StepContext& context, int lane, const MemoryRegion& region, std::size_t at, std::size_t count,
                          bool stores);

}  // namespace tcviz::inline gpu_xray
