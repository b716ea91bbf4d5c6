// Proposes a launch for a kernel whose source states none: from its signature, its PTX, and the host code that launches
// it, which is read and never executed.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/verdict/launch_proposal.hpp"

namespace tcviz::inline gpu_xray {

// Returns the proposal for the kernel `entry` of the module, as its author or PTX names it; if it is empty, for the
// first one with a product of tensor cores, or the first one. `source`: the CUDA C++, with the headers in front of it
// that it includes by name; empty: there is only PTX. `first_line` is the line of `source` that people call 1.
Result<LaunchProposal> propose_launch(const PtxModule& module, const std::string& source, const std::string& entry,
                                      int first_line = 1);
// Returns the architecture that the instructions in a source need: "sm_90a"; empty: none that is newer than usual.
std::string architecture_needed(const std::string& source);

}  // namespace tcviz::inline gpu_xray
