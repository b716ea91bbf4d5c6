// CUDA's error codes as values.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz {

// "<what>: cudaErrorMemoryAllocation (out of memory)".
Error cuda_error(cudaError_t code, std::string_view what);

}  // namespace tcviz
