// Runs a program in its own process group with limits on time, memory, files and processes. At the end all processes
// that it started are killed. Knows nothing of what it computes.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

// The limits of a process.
struct ProcessLimits {
  std::chrono::seconds cpu{5};                      // processor time
  std::chrono::milliseconds wall{10'000};           // elapsed time
  std::size_t memory = std::size_t{1} << 30;        // bytes of its address space
  std::size_t file_bytes = 0;                       // the most bytes of a file that it writes
  std::size_t answer_bytes = std::size_t{1} << 20;  // the most bytes kept of its answer
  // true: it may not start processes or threads, connect, or write files (system_filter.hpp).
  bool computes_only = true;
};

// A program to be run, with its limits.
struct LimitedProcess {
  std::vector<std::string> command;  // the path of a program and its arguments
  std::filesystem::path folder;      // its working directory, also for temporary files
  ProcessLimits limits;
};

// The result of a process.
struct ProcessEnd {
  std::string answer;  // if computes_only, what it wrote to descriptor 3; else its standard output and errors
  int exit_code = 0;   // 127: it could not be started
  int signal = 0;      // the signal that killed it; 0: none
  // unlimited: this system lacks the filter for computes_only, so nothing was run.
  bool out_of_time = false, stopped = false, unlimited = false;
};

// Runs the process until it ends. Calls `stopped` every 50 ms, and kills the process if it returns true.
Result<ProcessEnd> run_limited(const LimitedProcess& process, const std::function<bool()>& stopped = {});

}  // namespace tcviz::inline gpu_compiler
