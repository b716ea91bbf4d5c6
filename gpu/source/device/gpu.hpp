// Finds NVIDIA GPUs and explains why there are none. Works without a driver. Knows nothing of kernels.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_device {

struct GpuInfo {
  int ordinal = 0;                   // number of the GPU, from 0: cuda:0
  std::string name;                  // "NVIDIA H200"
  ComputeCapability capability = 0;  // compute capability: 90 for 9.0
  std::string driver;                // version: "580.65.06"; "unknown" if the system does not say
  std::string cuda;                  // version of the CUDA runtime in this program: "13.0"
};

struct GpuSurvey {
  std::vector<GpuInfo> gpus;
  std::string absence;  // the reason why there is no usable GPU, with advice; empty if there is one
};

// The oldest GPU that the kernels in this program run on.
inline constexpr ComputeCapability oldest_capability = 75;

// Returns the usable GPUs of this machine.
GpuSurvey survey_gpus();

}  // namespace tcviz::inline gpu_device
