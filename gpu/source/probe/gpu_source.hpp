// A probe device, such as a GPU, as a source of layouts: it is opened on first use and probed for each kind that is
// wanted.
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
// Makes the source; `options.open` opens the device.
std::unique_ptr<LayoutSource> make_gpu_source(GpuSourceOptions options);

}  // namespace tcviz::inline gpu_probe
