// Finds NVIDIA GPUs and says plainly why there are none. Works with no driver installed. Knows nothing of kernels.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_device {

struct GpuInfo {
  int ordinal = 0;                   // as in cuda:0
  std::string name;                  // "NVIDIA H200"
  ComputeCapability capability = 0;  // 90
  std::string driver;                // "580.65.06"; "unknown" if the system does not tell
  std::string cuda;                  // of the program's own CUDA runtime, "13.0"
};

struct GpuSurvey {
  std::vector<GpuInfo> gpus;
  std::string absence;  // empty if there is a usable GPU; otherwise what is missing, and how to get it
};

// The oldest GPU that the kernels in this program run on.
inline constexpr ComputeCapability oldest_capability = 75;

GpuSurvey survey_gpus();

}  // namespace tcviz::inline gpu_device
