// Executes a kernel of a module as launched, and judges every output.
#pragma once

#include <functional>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/label/layout_cache.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

struct XrayProgress {
  std::int64_t done = 0, all = 0;  // numbers of blocks
  std::int64_t findings = 0;       // number of findings so far
};

// Callbacks and settings of an execution.
struct XrayHooks {
  std::function<void(const XrayProgress&)> progress = nullptr;
  // Returns true if the user stops the execution. Called between blocks and inside of them, from several threads at
  // once.
  std::function<bool()> interrupted = nullptr;
  int threads = 1;  // number of threads that execute blocks; the result does not depend on it
};

// Returns the kernel that `wanted` means: its name in C++, with template arguments or without, its name in PTX, or a
// piece of either that no other kernel has; the only kernel if it is empty.
Result<const PtxFunction*> entry_of(const PtxModule& module, const std::string& wanted);

// Executes a launch. Returns an error if the launch does not fit the module. If an instruction cannot be executed, the
// report says so in `refused`.
Result<XrayReport> run_xray(const PtxModule& module, const XrayRequest& launch, const LayoutFunction& layouts,
                            const XrayHooks& hooks = {});

}  // namespace tcviz::inline gpu_xray
