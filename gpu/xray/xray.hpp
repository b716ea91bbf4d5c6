// Executes an entry of a module as launched, and says of every output what it is.
#pragma once

#include <functional>

#include "gpu/ptx/module.hpp"
#include "gpu/xray/launch.hpp"
#include "gpu/xray/machine.hpp"
#include "gpu/xray/report.hpp"

namespace tcviz {
inline namespace gpu_xray {

struct XrayHooks {
  // Blocks that are done, and of how many; false: stop.
  std::function<bool(std::int64_t done, std::int64_t all)> progress = nullptr;
};

// An error where the launch does not fit the module. What is refused while it is executed is in the report.
Result<XrayReport> run_xray(const PtxModule& module, const XrayLaunch& launch, const LayoutFunction& layouts,
                            const XrayHooks& hooks = {});

}  // namespace gpu_xray
}  // namespace tcviz
