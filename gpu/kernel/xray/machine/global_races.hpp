// Detects races between warps of one block in global memory: a warp reads or stores bytes that another warp has stored,
// and no barrier is between the two; between lanes of one warp, no __syncwarp. Of each element the last store is
// recorded, and the last reads of two warps.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tcviz::inline gpu_xray {

struct LastPlace;
struct MemoryRegion;
class StepContext;

// The use of an element: it is read, or another value is stored than was there, or an atomic access only reads it.
enum class GlobalUse : std::uint8_t { Reads, Stores, OnlyReads };

// Reports a race with another warp of the block at `count` bytes of `region` from offset `at` on. If the kernel has
// fences, or atomic or volatile accesses, with which the warps may have synchronised, adds a doubt instead, so that no
// result is called right; so does a volatile or atomic access that does not wait for the other one, and a wait for a
// plain store. A load that takes the memory for read-only adds one wherever the kernel stores, and a bulk copy wherever
// fence.proxy.async is missing.
void look_for_other_warps(StepContext& context, int lane, MemoryRegion& region, std::size_t at, std::size_t count,
                          GlobalUse use);

// Notes in `place`, that of an atomic access to the element at `at`, whether other lanes of the warp came before it
// with no __syncwarp between them. False if it `changes` nothing and a store of its warp stays the last one.
bool follows_own_lanes(const StepContext& context, const MemoryRegion& region, std::size_t at, bool changes,
                       LastPlace& place);

}  // namespace tcviz::inline gpu_xray
