// Products that go on by themselves: four warps meet to begin one, and until it was waited for its registers are not
// theirs.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int warps_of_group = 4;
// Numbers of barriers from here on: a warpgroup meets at a product.
inline constexpr int first_meeting = 64;

// False until the last warp of the group has come, or if it cannot come; then that is a finding.
bool meet(StepContext& context);

// Registers of one warp that a product of the open group reads or writes.
void put_in_flight(StepContext& context);
// A finding if an instruction uses them before they were waited for.
void check_in_flight(Machine& machine, WarpState& warp, const XrayStep& step);

void commit_products(StepContext& context);
void wait_for_products(StepContext& context);

}  // namespace tcviz::inline gpu_xray
