// A GPU that is asked in a process of its own: a case that faults, crashes or hangs costs that process, is told as a
// sentence, and the next case is asked of a fresh one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// `command` must call serve_sweep on its standard input and output. Nothing heard of a case for `patience`: it counts
// as faulted.
Result<std::unique_ptr<SweepDevice>> start_sweep_device(std::vector<std::string> command,
                                                        std::chrono::milliseconds patience = std::chrono::seconds(30));

// Answers until the input ends.
void serve_sweep(Result<std::unique_ptr<SweepDevice>> device, int input, int output);

}  // namespace tcviz::inline gpu_prove
