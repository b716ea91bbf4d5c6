// The thread beside the window for whole products: it runs them, reads and writes files, and ticks while phases play.
// Jobs are done one after the other.
#pragma once

#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "app/ui/gemm_action.hpp"
#include "app/ui/job_thread.hpp"

namespace tcviz {

using GemmJobContext = JobContext<GemmAction>;
using GemmJob = std::function<void(const GemmJobContext&)>;

class GemmRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit GemmRunner(std::function<void()> wake);

  void start(GemmJob job) { thread_.start(std::move(job)); }
  void stop() { thread_.stop(); }  // the jobs started so far
  void play(bool on);              // a StepPhase{1} every now and then
  std::vector<GemmAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<GemmJob, GemmAction> thread_;
};

}  // namespace tcviz
