// Checks which lanes take part in an instruction of a whole warp: those of its member mask, or all lanes of the warp.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// Reports lanes that an instruction names and that do not execute it, and lanes that execute it and are not named.
// `active` are the lanes that execute it, after waiting for all lanes that can reach it.
void check_members(Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active);

// Returns the mask that a lane names in an instruction with a member mask.
std::uint32_t mask_of(const Machine& machine, const WarpState& warp, const XrayStep& step, int lane);

// Notes which lanes of those that execute a collective instruction synchronise: all, or those that name one mask.
void let_meet(const Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active);

// Lets lanes go on that wait at bar.warp.sync with one mask, at several places: PTX ISA 9.0, "bar.warp.sync". False if
// there are none.
bool meet_elsewhere(Machine& machine, WarpState& warp);
// True if all lanes that wait may meet, though at several instructions of one name: PTX ISA 9.0, "shfl.sync" and the
// like ask for the same qualifiers and mask, and "barrier" without .aligned for no more.
bool may_meet_elsewhere(const Machine& machine, const WarpState& warp);

}  // namespace tcviz::inline gpu_xray
