// Proposes changes to the kernel that would remove a finding.
#pragma once

#include <string_view>

#include "gpu/kernel/xray/machine/finding.hpp"

namespace tcviz::inline gpu_xray {

// Returns a sentence about the change, for kinds of findings that suggest one; else an empty text.
std::string_view remedy_for(const XrayFinding& finding);

}  // namespace tcviz::inline gpu_xray
