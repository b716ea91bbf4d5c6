// The thread that runs operations: on the CPU at once while a person chooses, and on a GPU when asked. A kernel that
// hangs holds up only this thread, which runs it in a process that it can end (gpu/run/ops/remote_run.hpp).
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/operations/operations_action.hpp"

namespace tcviz::inline app_session {

// Runs on a GPU, in the thread that calls it; empty: it cannot.
using RunWork = std::function<Result<RunResult>(const RunRequest&, const RunProgress&)>;

struct OperationsJob {
  OperationsChoice choice;
  std::string source;
  Layout layout;
  bool on_gpu = false, timing = false;
  int ordinal = 0;
};

class OperationsRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  OperationsRunner(RunWork work, std::function<void()> wake);

  // A job for the CPU takes the place of one that still waits.
  void start(OperationsJob job);
  void stop();  // those for a GPU
  std::vector<OperationsAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<OperationsJob, OperationsAction> thread_;
};

// Sizes of batches that are timed, 2^14 to 2^20.
std::vector<int> operations_batches();

}  // namespace tcviz::inline app_session
