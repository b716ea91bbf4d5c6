// Executes products in another process: if a kernel faults or hangs, only that process is lost.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

// Does the same as run_gemm in a new process of `command`, which must call serve_gemm on its standard input and output.
// Kills a process that sends nothing for `patience`, and returns an error that says so. Stops if `progress` returns
// false.
Result<GemmReport> run_gemm_remotely(const std::vector<std::string>& command, const GemmRequest& request,
                                     const GemmProgress& progress,
                                     std::chrono::milliseconds patience = std::chrono::minutes(2));

// Answers requests until the input ends.
void serve_gemm(int input, int output);

}  // namespace tcviz::inline gpu_gemm
