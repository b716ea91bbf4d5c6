// The background thread that runs operations: on the CPU, as a preview, whenever the choice changes, and on a GPU if
// the user asks for it. A kernel that hangs blocks only this thread, which runs it in a process that it can kill
// (gpu/run/ops/remote_run.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/operations/operations_task.hpp"

namespace tcviz::inline app_session {

// Runs an operation on a GPU, in the calling thread. Empty if this program cannot.
using RunWork = std::function<Result<RunResult>(const RunRequest&, const RunProgress&)>;

struct OperationsWorks {
  RunWork run_kernels;
};

// A run. `ordinal`: CUDA's number of the GPU. `source`: the source of `layout`.
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
  using Works = OperationsWorks;
  OperationsJobs(const OperationsWorks& works, const std::filesystem::path& folder, Wake wake);

  // Takes the requests in `state` and starts their jobs; called in every frame.
  void serve(OperationsState& state, const JobScene& scene);
  // Calls `f` with the thread.
  template <class F>
  void each_thread(F f) {
    f(thread_);
  }

 private:
  // Runs the choice on the CPU if it has changed.
  void preview(const OperationsState& state, const JobScene& scene);

  JobThread<OperationsJob, OperationsAction> thread_;
  // The input of the last preview.
  OperationsChoice previewed_;
  const Layout* previewed_layout_ = nullptr;
};

// Returns the batch sizes (numbers of fragments) that are timed, 2^14 to 2^20.
std::vector<int> operations_batches();

}  // namespace tcviz::inline app_session
