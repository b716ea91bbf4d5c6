// Makes an entry ready to be executed.
#pragma once

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

Result<XrayProgram> lower(const PtxModule& module, const PtxFunction& function, const XrayLaunch& launch);

}  // namespace tcviz::inline gpu_xray
