// A sweep device (sweep_device.hpp) that measures the GPU in this process: a fault makes the GPU unusable for the
// process.
#pragma once

#include <memory>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// Opens GPU number `ordinal`.
Result<std::unique_ptr<SweepDevice>> open_sweep_device(int ordinal);

}  // namespace tcviz::inline gpu_prove
