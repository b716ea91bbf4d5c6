// Translates a PTX kernel for execution by the X-ray.
#pragma once

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

// Translates `function` of `module` for this launch. An instruction that the X-ray does not support gets a refusal,
// which counts only if it is executed.
Result<XrayProgram> lower(const PtxModule& module, const PtxFunction& function, const XrayLaunch& launch);

}  // namespace tcviz::inline gpu_xray
