// The thread that runs operations: on the CPU at once while a person chooses, and on a GPU when asked. A kernel that
// hangs holds up only this thread, which runs it in a process that it can end (gpu/run/ops/remote_run.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/operations/operations_task.hpp"

namespace tcviz::inline app_session {

// Runs on a GPU, in the thread that calls it; empty: it cannot.
using RunWork = std::function<Result<RunResult>(const RunRequest&, const RunProgress&)>;

struct OperationsWorks {
  RunWork run_kernels;  // runs operations on a GPU; empty: they do not run
};

struct OperationsJob {
  OperationsChoice choice;
  std::string source;
  Layout layout;
  bool on_gpu = false, timing = false;
  int ordinal = 0;
};

class OperationsJobs {
 public:
  using Task = OperationsTask;
  OperationsJobs(const OperationsWorks& works, const std::filesystem::path& folder, Wake wake);

  void serve(OperationsState& state, const JobScene& scene);
  template <class F>
  void each_thread(F f) {
    f(thread_);
  }

 private:
  void preview(const OperationsState& state, const JobScene& scene);

  JobThread<OperationsJob, OperationsAction> thread_;
  // The source of the last preview.
  OperationsChoice previewed_;
  const Layout* previewed_layout_ = nullptr;
};

// Sizes of batches that are timed, 2^14 to 2^20.
std::vector<int> operations_batches();

}  // namespace tcviz::inline app_session
