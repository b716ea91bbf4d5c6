// A GPU as a probe device: answers the probes' requests with kernels.
#pragma once

#include <string>

#include "gpu/source/device/gpu.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

struct CudaProbeOptions {
  // For tests: kernels of this kind write to an invalid address, to show that the other kinds are still probed. Empty:
  // none.
  std::string break_kind;
};

// Selects `gpu` for the calling thread and creates its context.
Result<OpenedDevice> open_cuda_probe(const GpuInfo& gpu, const CudaProbeOptions& options = {});

}  // namespace tcviz::inline gpu_probe
