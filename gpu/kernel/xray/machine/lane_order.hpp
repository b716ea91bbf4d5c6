// Doubts about what the lanes of a warp do for each other in shared memory: only a __syncwarp orders that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernel/xray/label/label.hpp"

namespace tcviz::inline gpu_xray {

class StepContext;

// Warns of a byte that another lane of the warp has stored with no __syncwarp since: from sm_70 on every lane has a
// program counter of its own. `code`: that of the byte.
void warn_of_lanes(StepContext& context, int lane, std::uint64_t address, Code code);
// Leaves a doubt about bytes that a lane reads by a wait of other lanes, or by an arrival of lanes that did not store.
void look_for_other_lanes(StepContext& context, int lane, std::size_t at, std::size_t count);
// Leaves a doubt about bytes that a lane writes by a wait of other lanes, or by an arrival of lanes that did not read
// them.
void look_for_readers(StepContext& context, int lane, std::size_t at, std::size_t count);

}  // namespace tcviz::inline gpu_xray
