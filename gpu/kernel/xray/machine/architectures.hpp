// The architecture that an instruction needs, from the target notes of the PTX manual.
#pragma once

#include <string>
#include <string_view>

#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// The architecture that a kernel is compiled for.
struct XrayTarget {
  ComputeCapability number = 0;  // 90 for sm_90 and sm_90a; 0: not known, and no instruction is refused
  bool has_family = false;       // true for sm_90a: instructions that only this architecture or family has are allowed
};

// Returns the target of a module, from its .target (`module_target`) and the architecture of the launch (0: none
// given). Instructions that the target lacks are refused.
XrayTarget target_of(std::string_view module_target, ComputeCapability launch);

// Returns the reason why the target lacks an instruction, "it needs sm_80, and the kernel is for sm_70"; empty if the
// target has it.
std::string missing_on(const XrayTarget& target, const XrayStep& step);

// Returns the reason why a PTX of this .version cannot have this .target, or this instruction; empty if it can.
std::string missing_in_version(std::string_view version, std::string_view module_target);
std::string missing_in_version(std::string_view version, const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
