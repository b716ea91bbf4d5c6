// Runs on a GPU in a process of its own, which is ended when a kernel does not end: a person's text can loop for ever
// or write where it must not, but harms neither this program nor the next run.
#pragma once

#include <string>
#include <vector>

#include "gpu/run/ops/run.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline gpu_ops {

class RemoteRunner {
 public:
  // Keeps `command`, which must call serve_runs on its standard input and output; it is started at the first run, and
  // again after one that went wrong.
  explicit RemoteRunner(std::vector<std::string> command,
                        std::chrono::milliseconds patience = std::chrono::seconds(10));

  // Does the same as run_on_gpu. Ends a process that says nothing for `patience` while a kernel runs, and the error
  // says so.
  Result<RunResult> run(const RunRequest& request, const RunProgress& progress);

 private:
  Child child_;
};

// Answers requests until the input ends.
void serve_runs(int input, int output);

}  // namespace tcviz::inline gpu_ops
