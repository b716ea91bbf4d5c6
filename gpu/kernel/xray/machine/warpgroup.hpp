// wgmma products: the four warps of a warpgroup begin a product together, it runs asynchronously, and they must wait
// for it before they use its registers.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int warps_of_group = 4;
// WarpState::barrier of a warp that waits for its warpgroup is this number plus the number of the warpgroup.
inline constexpr int first_meeting = 64;

// Lets the current warp wait for the other warps of its group. True for the last warp to arrive. Reports a finding and
// returns false if the warps cannot meet.
bool meet(StepContext& context);

// Notes the registers of the current warp that a product of the open group reads or writes.
void put_in_flight(StepContext& context);
// Reports an instruction that uses a register of a product that was not waited for.
void check_in_flight(Machine& machine, WarpState& warp, const XrayStep& step);

// Executes wgmma.commit_group; wait_for_products() executes wgmma.wait_group.
void commit_products(StepContext& context);
void wait_for_products(StepContext& context);

}  // namespace tcviz::inline gpu_xray
