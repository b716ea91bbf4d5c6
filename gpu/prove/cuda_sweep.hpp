// Asks the GPU itself, in this process: a fault leaves the process without a GPU.
#pragma once

#include <memory>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

Result<std::unique_ptr<SweepDevice>> open_sweep_device(int ordinal);

}  // namespace tcviz::inline gpu_prove
