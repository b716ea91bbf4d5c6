// The lanes that take part in an instruction of a warp: its member mask, or every lane there is.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// Reports lanes that an instruction names and that do not execute it, and lanes that execute it and are not named.
// `active` are the lanes that execute it now; all others at this place have been waited for.
void check_members(Machine& machine, const WarpState& warp, const XrayStep& step, std::uint32_t active);

}  // namespace tcviz::inline gpu_xray
