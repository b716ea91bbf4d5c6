// Reports races in shared memory with both of their sides: what the clocks found (clocks.hpp), in words.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// Returns the text for an agent of the clocks: "warp 3", "a bulk copy".
std::string agent_text(int agent);
// Returns the other side of the race that the clocks found last.
OtherSide other_side(const Machine& machine);
// Returns the side of a store of this block to global memory.
OtherSide side_of(const Machine& machine, const LastPlace& store);
// Returns "which warp 3 reads at line 24 without a barrier between them".
std::string text_of(const OtherSide& other);
// Reports that `access`, such as "warp 1 lane 0 reads", of the byte `at` of shared memory races with `other`.
void report_race(Machine& machine, int lane, std::string_view access, std::uint64_t at, OtherSide other);

}  // namespace tcviz::inline gpu_xray
