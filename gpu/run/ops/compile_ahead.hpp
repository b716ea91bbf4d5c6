// Compiles many kernels in advance on all cores and stores them in the cache, so that later runs are fast.
#pragma once

#include <span>
#include <string>

#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

// Numbers of kernels, and the error message of the first one that failed.
struct CompileTally {
  int compiled = 0, from_cache = 0, failed = 0;
  std::string first_failure;
};

// Compiles the check kernel of each request, and the timing kernels if the request has batches. Progress counts
// requests.
Result<CompileTally> compile_ahead(std::span<const RunRequest> requests, ComputeCapability capability,
                                   const RunProgress& progress);

}  // namespace tcviz::inline gpu_ops
