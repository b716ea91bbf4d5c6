// Changes that would mend a finding, if its kind tells.
#pragma once

#include <string_view>

#include "gpu/kernel/xray/machine/finding.hpp"

namespace tcviz::inline gpu_xray {

// Returns a sentence; empty if no change is known.
std::string_view remedy_for(const XrayFinding& finding);

}  // namespace tcviz::inline gpu_xray
