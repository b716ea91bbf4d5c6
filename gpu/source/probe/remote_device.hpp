// A probe device in another process: a fault or crash there does not affect this one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

// Starts `command` (a program and its arguments), which must call serve_device on its standard input and output. The
// device fails if no answer comes within `patience`.
Result<std::unique_ptr<ProbeDevice>> start_remote_device(const std::vector<std::string>& command,
                                                         const DeviceFacts& facts,
                                                         std::chrono::milliseconds patience = std::chrono::minutes(10));

// Answers requests from `input` on `output` until the input ends.
void serve_device(ProbeDevice& device, int input, int output);

}  // namespace tcviz::inline gpu_probe
