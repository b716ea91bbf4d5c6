// The architecture that an instruction needs: from the target notes of the PTX manual, a row each.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// "sm_90a" is 90 with what only its own family has.
struct XrayTarget {
  ComputeCapability number = 0;  // 0: not known, and nothing is asked
  bool has_family = false;
};

// What a module is executed for: neither what its .target lacks nor what the launch's architecture lacks is executed.
XrayTarget target_of(std::string_view module_target, ComputeCapability launch);

// "it needs sm_80, and the kernel is for sm_70"; empty if the target has it.
std::string missing_on(const XrayTarget& target, const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
