// A program in a process group of its own with limits on time, memory, files and processes. Whatever it does, it ends,
// with all processes that it started. Knows nothing of what it computes.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

struct ProcessLimits {
  std::chrono::seconds cpu{5};
  std::chrono::milliseconds wall{10'000};
  std::size_t memory = std::size_t{1} << 30;        // of its address space, in bytes
  std::size_t file_bytes = 0;                       // largest size of a file of its own
  std::size_t answer_bytes = std::size_t{1} << 20;  // most bytes kept of its answer
  bool computes_only = true;  // no processes, threads, connections, written files: system_filter.hpp
};

struct LimitedProcess {
  std::vector<std::string> command;  // a program's path and its arguments
  std::filesystem::path folder;      // its working folder, also for temporary files
  ProcessLimits limits;
};

struct ProcessEnd {
  std::string answer;  // computes_only: the bytes that came through descriptor 3; else standard output and errors
  int exit_code = 0;   // 127: it could not be started
  int signal = 0;      // the signal that ended it; 0: none
  bool out_of_time = false, stopped = false, unlimited = false;  // unlimited: this system lacks the filter, nothing ran
};

// Runs the process and waits for its end. Asks `stopped` every 50 ms.
Result<ProcessEnd> run_limited(const LimitedProcess& process, const std::function<bool()>& stopped = {});

}  // namespace tcviz::inline gpu_compiler
