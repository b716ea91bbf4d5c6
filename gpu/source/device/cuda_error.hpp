// Turns CUDA's error codes into error values.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_device {

// Returns the error "<what>: cudaErrorMemoryAllocation (out of memory)", for example.
Error cuda_error(cudaError_t code, std::string_view what);

// True if the code reports a fault of a running kernel, as opposed to a missing GPU, driver or memory.
bool blames_kernel(cudaError_t code);

}  // namespace tcviz::inline gpu_device
