// Follows values that are no fixed function of the inputs through every instruction: what nobody wrote, and what
// differs from run to run, such as %clock. The steps follow labels by the rules of arithmetic, where 0 * x is 0; here
// nothing makes such a value a good one again, whatever the instruction is.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

// Executes an instruction, and gives its results the labels of such values among its sources. What has no result, such
// as a store to such an address, adds a doubt.
void run_tainted(StepContext& context);

// Says why a launch that depends on a varying special register is not called right.
std::string varying_text(const XrayProgram& program);

// Adds a doubt if the predicate of an instruction is such a value in one of these lanes.
void look_at_predicate(Machine& machine, WarpState& warp, const XrayStep& step, std::uint32_t lanes);

}  // namespace tcviz::inline gpu_xray
