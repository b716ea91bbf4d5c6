// A sweep device in another process: if a case faults, crashes or hangs, only that process is lost, and the answer is a
// sentence about it; a new process answers the next case.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// Starts the device. `command` must call serve_sweep on its standard input and output. A case without an answer for
// `patience` counts as faulted.
Result<std::unique_ptr<SweepDevice>> start_sweep_device(std::vector<std::string> command,
                                                        std::chrono::milliseconds patience = std::chrono::seconds(30));

// Answers cases from `input` on `output` until the input ends.
void serve_sweep(Result<std::unique_ptr<SweepDevice>> device, int input, int output);

}  // namespace tcviz::inline gpu_prove
