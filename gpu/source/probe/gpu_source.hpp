// A device that is probed when it is asked, as a source. The device is opened on first use.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/source.hpp"
#include "gpu/source/probe/tensor_prober.hpp"

namespace tcviz::inline gpu_probe {

struct GpuSourceOptions {
  SourceInfo info;
  ComputeCapability capability = 0;
  std::function<Result<OpenedDevice>()> open;
  StatedLayouts stated;
};
std::unique_ptr<LayoutSource> make_gpu_source(GpuSourceOptions options);

}  // namespace tcviz::inline gpu_probe
