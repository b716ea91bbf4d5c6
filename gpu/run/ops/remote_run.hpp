// Runs on a GPU in a process of their own, which is ended when a kernel does not: a person's text can loop for ever or
// write where it must not, and neither this program nor the next run is harmed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/run/ops/run.hpp"
#include "gpu/source/device/child_process.hpp"

namespace tcviz::inline gpu_ops {

class RemoteRunner {
 public:
  // `command` must call serve_runs on its standard input and output; it is started at the first run, and again after
  // one that went wrong.
  explicit RemoteRunner(std::vector<std::string> command, std::chrono::milliseconds patience = std::chrono::seconds(10))
      : command_(std::move(command)), patience_(patience) {}

  // As run_on_gpu. Nothing heard for `patience` while a kernel runs: the process is ended, and the error says so.
  Result<RunResult> run(const RunRequest& request, const RunProgress& progress);

 private:
  Result<RunResult> listen(const RunProgress& progress);

  std::vector<std::string> command_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<ChildProcess> child_;
};

// Answers requests until the input ends.
void serve_runs(int input, int output);

// Requests and results as bytes.
std::string write_run_request(const RunRequest& request);
Result<RunRequest> read_run_request(const std::string& bytes);
std::string write_run_result(const Result<RunResult>& result);
// What a child says: that it goes on, or the end.
struct ChildNews {
  bool ended = false;
  std::string doing;
  int done = 0, all = 0;
  std::optional<Result<RunResult>> result;
};
Result<ChildNews> read_child_news(const std::string& bytes);
std::string write_progress(std::string_view doing, int done, int all);

}  // namespace tcviz::inline gpu_ops
