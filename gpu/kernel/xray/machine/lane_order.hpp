// Doubts about what the lanes of a warp do for each other in shared memory: only a __syncwarp orders that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gpu/kernel/xray/label/label.hpp"

namespace tcviz::inline gpu_xray {

class StepContext;
struct XrayStep;

// True for an atomic access that may take a lock: it is tried again until it succeeds, or compares.
bool may_take_lock(const XrayStep& step);

// Warns of a byte that another lane of the warp has stored with no __syncwarp since: from sm_70 on every lane has a
// program counter of its own. `code`: that of the byte.
void warn_of_lanes(StepContext& context, int lane, std::uint64_t address, Code code);
// Leaves a doubt about a byte that a lane `does` (reads, writes) and another lane of its warp has changed by an atomic
// access, with no __syncwarp since.
void look_for_atomics(StepContext& context, int lane, std::size_t at, std::string_view does);
// Leaves a doubt about bytes that a lane changes and another lane of its warp has stored with no __syncwarp since.
void look_for_stores(StepContext& context, int lane, std::size_t at, std::size_t count);
// Leaves a doubt about bytes that a lane reads by a wait of other lanes, or by an arrival of lanes that did not store.
void look_for_other_lanes(StepContext& context, int lane, std::size_t at, std::size_t count);
// Leaves a doubt about bytes that a lane writes by a wait of other lanes, or by an arrival of lanes that did not read
// them.
void look_for_readers(StepContext& context, int lane, std::size_t at, std::size_t count);

}  // namespace tcviz::inline gpu_xray
