// Variables of the module that only the host can set, with cudaMemcpyToSymbol: their values are not known here.
#pragma once

#include <string>

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Returns why nothing can be judged if the kernel reads such a variable, which is zero here; empty: it reads none.
std::string unset_by_host(const XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
