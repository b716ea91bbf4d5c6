// Fills the cache of compiled kernels with many at once, on all cores, which makes running everything quick.
#pragma once

#include <span>
#include <string>

#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

struct CompileTally {
  int compiled = 0, from_cache = 0, failed = 0;
  std::string first_failure;
};

// Compiles `check`, and the timing kernels if a request has batches. Progress counts requests.
Result<CompileTally> compile_ahead(std::span<const RunRequest> requests, ComputeCapability capability,
                                   const RunProgress& progress);

}  // namespace tcviz::inline gpu_ops
