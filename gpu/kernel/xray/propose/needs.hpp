// Needs of a source before there is a kernel to execute: an architecture, an instance of its template.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

// Returns the architecture that the instructions in a source need: "sm_90a"; empty: none that is newer than usual.
std::string architecture_needed(const std::string& source);
// Says why there is no kernel: templates that are instantiated nowhere, or none at all.
Error nothing_compiled(const std::string& source);

}  // namespace tcviz::inline gpu_xray
