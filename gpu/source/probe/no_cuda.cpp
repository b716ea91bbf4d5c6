// Stands in for cuda_probe_device.cpp in a build without CUDA.
#include "gpu/source/probe/cuda_probe_device.hpp"

namespace tcviz::inline gpu_probe {

Result<OpenedDevice> open_cuda_probe(const GpuInfo&, const CudaProbeOptions&) {
  return unavailable("this program was built without CUDA: build it where nvcc is");
}

}  // namespace tcviz::inline gpu_probe
