// The remedies of findings: what would mend each kind of mistake.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/xray/machine/finding.hpp"

namespace tcviz::inline gpu_xray {

// Returns a sentence about the change that would mend `finding`, one of `all`; empty if none is known. Gives a read of
// bytes without a value its cause, if another warp stores there later and a barrier is missing.
std::string remedy_among(const std::vector<XrayFinding>& all, XrayFinding& finding);

}  // namespace tcviz::inline gpu_xray
