// A device that outlives faults: if one is lost, the requests that it left unanswered go to a fresh one.
#pragma once

#include <functional>
#include <memory>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

using OpenAgain = std::function<Result<std::unique_ptr<ProbeDevice>>()>;

// Makes the device. Calls `again` each time a device is lost; the process that runs it must be able to reach a healthy
// device.
std::unique_ptr<ProbeDevice> make_restarting_device(std::unique_ptr<ProbeDevice> first, OpenAgain again);

}  // namespace tcviz::inline gpu_probe
