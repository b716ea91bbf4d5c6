// Runs operations on a GPU in another process, which is killed if a kernel does not end: a user's text may loop forever
// or write to invalid addresses without harm to this program or the next run.
#pragma once

#include <string>
#include <vector>

#include "gpu/run/ops/run.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline gpu_ops {

class RemoteRunner {
 public:
  // Stores `command`, which must call serve_runs on its standard input and output. It is started at the first run, and
  // again after a run that failed.
  explicit RemoteRunner(std::vector<std::string> command,
                        std::chrono::milliseconds patience = std::chrono::seconds(10));

  // Does the same as run_on_gpu. Kills a process that sends nothing for `patience` while a kernel runs, and returns an
  // error that says so.
  Result<RunResult> run(const RunRequest& request, const RunProgress& progress);

 private:
  Child child_;
};

// Answers requests until the input ends.
void serve_runs(int input, int output);

}  // namespace tcviz::inline gpu_ops
