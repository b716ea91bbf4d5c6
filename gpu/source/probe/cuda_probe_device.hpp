// A GPU that answers the probes' requests with the WMMA kernels of this room.
#pragma once

#include <string>

#include "gpu/source/device/gpu.hpp"
#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

struct CudaProbeOptions {
  // Tests only: this kind's kernels write to an address that does not exist, to see that the others survive it.
  std::string break_kind;
};

// Selects the GPU for the calling thread and creates its context.
Result<OpenedDevice> open_cuda_probe(const GpuInfo& gpu, const CudaProbeOptions& options = {});

}  // namespace tcviz::inline gpu_probe
