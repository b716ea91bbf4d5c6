// Products that go on by themselves: four warps meet to begin one, and they must wait for it before they use its
// registers.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int warps_of_group = 4;
// The first number of the barriers at which a warpgroup meets for a product.
inline constexpr int first_meeting = 64;

// True once the last warp of the group has come. False before, and, with a finding, if it cannot come.
bool meet(StepContext& context);

// Notes the registers of one warp that a product of the open group reads or writes.
void put_in_flight(StepContext& context);
// Reports an instruction that uses such registers before they were waited for.
void check_in_flight(Machine& machine, WarpState& warp, const XrayStep& step);

void commit_products(StepContext& context);
void wait_for_products(StepContext& context);

}  // namespace tcviz::inline gpu_xray
