// Runs of products in a process of their own: a kernel that faults or hangs costs that process and nothing else.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

// Does the same as run_gemm in a fresh process of `command`, which must call serve_gemm on its standard input and
// output. Ends a process that says nothing for `patience`, and the error says so. Stops if `progress` returns false.
Result<GemmReport> run_gemm_remotely(const std::vector<std::string>& command, const GemmRequest& request,
                                     const GemmProgress& progress,
                                     std::chrono::milliseconds patience = std::chrono::minutes(2));

// Answers requests until the input ends.
void serve_gemm(int input, int output);

}  // namespace tcviz::inline gpu_gemm
