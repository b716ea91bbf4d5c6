// The thread that runs operations: on the CPU at once for what is being chosen, and on a GPU when asked. A kernel that
// hangs holds up this thread only, and that one in a process that it ends (gpu/ops/remote_run.hpp).
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/ui/job_thread.hpp"
#include "app/ui/theatre_action.hpp"

namespace tcviz {

// Runs on a GPU, in the thread that calls it; empty: there is no way to.
using RunWork = std::function<Result<RunResult>(const RunRequest&, const RunProgress&)>;

struct TheatreJob {
  TheatreChoice choice;
  std::string source;
  Layout layout;
  bool on_gpu = false, timing = false;
  int ordinal = 0;
};

class TheatreRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  TheatreRunner(RunWork work, std::function<void()> wake);

  // A job for the CPU takes the place of one that still waits.
  void start(TheatreJob job);
  void stop();  // those for a GPU
  std::vector<TheatreAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<TheatreJob, TheatreAction> thread_;
};

// Sizes of batches that are timed, 2^14 to 2^20.
std::vector<int> theatre_batches();

}  // namespace tcviz
