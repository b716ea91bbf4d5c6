// CUDA's error codes as values.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_device {

// Returns the error "<what>: cudaErrorMemoryAllocation (out of memory)".
Error cuda_error(cudaError_t code, std::string_view what);

// True if a running kernel did something wrong itself, as against a GPU, a driver or memory that is not there.
bool blames_kernel(cudaError_t code);

}  // namespace tcviz::inline gpu_device
