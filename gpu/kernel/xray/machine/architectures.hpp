// The architecture that an instruction needs: from the target notes of the PTX manual, a row each.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// "sm_90a" is 90 with the instructions that only its own family has.
struct XrayTarget {
  ComputeCapability number = 0;  // 0: not known, and no instruction is refused
  bool has_family = false;
};

// Returns the target for which a module is executed: an instruction that its .target or the launch's architecture lacks
// is refused.
XrayTarget target_of(std::string_view module_target, ComputeCapability launch);

// Returns "it needs sm_80, and the kernel is for sm_70"; empty if the target has the instruction.
std::string missing_on(const XrayTarget& target, const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
