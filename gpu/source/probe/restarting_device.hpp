// A probe device that survives faults: when a device becomes unusable, the unanswered requests go to a new one.
#pragma once

#include <functional>
#include <memory>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

// Opens a new device, usually in another process.
using OpenAgain = std::function<Result<std::unique_ptr<ProbeDevice>>()>;

// Makes the device. Calls `again` each time a device becomes unusable; the caller must run in a process from which
// `again` can reach a working device.
std::unique_ptr<ProbeDevice> make_restarting_device(std::unique_ptr<ProbeDevice> first, OpenAgain again);

}  // namespace tcviz::inline gpu_probe
