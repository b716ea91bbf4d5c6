// Says what would mend a finding, if its kind tells.
#pragma once

#include <string_view>

#include "gpu/kernel/xray/machine/finding.hpp"

namespace tcviz::inline gpu_xray {

// A sentence; empty: nobody knows.
std::string_view remedy_for(const XrayFinding& finding);

}  // namespace tcviz::inline gpu_xray
