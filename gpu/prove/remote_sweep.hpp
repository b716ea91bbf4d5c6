// Asks a GPU in a process of its own: a case that faults, crashes or hangs costs that process and is reported as a
// sentence; a fresh process answers the next case.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// Makes the device. `command` must call serve_sweep on its standard input and output. A case that says nothing for
// `patience` counts as faulted.
Result<std::unique_ptr<SweepDevice>> start_sweep_device(std::vector<std::string> command,
                                                        std::chrono::milliseconds patience = std::chrono::seconds(30));

// Answers cases until the input ends.
void serve_sweep(Result<std::unique_ptr<SweepDevice>> device, int input, int output);

}  // namespace tcviz::inline gpu_prove
