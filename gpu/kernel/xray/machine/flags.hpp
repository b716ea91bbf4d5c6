// Notes the fences of threads and the flags by which they tell others what they have stored in global memory, and says
// whether a thread knows a store so (see order/global_order.hpp).
#pragma once

#include <string_view>

#include "gpu/kernel/xray/order/global_order.hpp"

namespace tcviz::inline gpu_xray {

struct MemoryRegion;
class StepContext;

// Notes a fence between what the active lanes have accessed before and what they access later, as other blocks see it;
// of_block: only as other threads of the block do.
void note_fence(const StepContext& context, bool of_block);
// Notes that a lane reads what may be a flag, if others may learn something by that access.
void note_flag(const StepContext& context, int lane, const MemoryRegion& region, std::size_t at);
// Notes the store `place` to the element at offset `at`.
void note_held(const StepContext& context, const MemoryRegion& region, std::size_t at, const LastPlace& place);
// Notes that a lane stores to global memory.
void note_order(const StepContext& context, int lane);
// Returns whether a lane knows a store to global memory, by a flag.
GlobalOrder::Known known_to(const StepContext& context, int lane, const LastPlace& store);
// Says why it does not: "nothing makes it wait for that".
std::string_view why_unknown(GlobalOrder::Known known);

}  // namespace tcviz::inline gpu_xray
