// Executes an entry of a module as launched, and judges every output.
#pragma once

#include <functional>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/label/layout_cache.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

struct XrayProgress {
  std::int64_t done = 0, all = 0;  // blocks
  std::int64_t findings = 0;       // so far
};

struct XrayHooks {
  std::function<void(const XrayProgress&)> progress = nullptr;
  // True if the user wants no more; called between blocks and inside of them, by several threads at once.
  std::function<bool()> interrupted = nullptr;
  int threads = 1;  // that blocks are executed in; the result is the same for every number
};

// Executes a launch; an error if it does not fit the module. The report has the refusal of an instruction during the
// execution.
Result<XrayReport> run_xray(const PtxModule& module, const XrayRequest& launch, const LayoutFunction& layouts,
                            const XrayHooks& hooks = {});

}  // namespace tcviz::inline gpu_xray
