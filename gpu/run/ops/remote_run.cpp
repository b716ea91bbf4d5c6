#include "gpu/run/ops/remote_run.hpp"

#include <fmt/format.h>

namespace tcviz::inline gpu_ops {
namespace {

// Compiling is not the kernel's fault, however long it takes.
constexpr std::chrono::milliseconds compile_patience = std::chrono::minutes(2);
constexpr std::chrono::milliseconds listen_slice{100};

Error never_ended(std::chrono::milliseconds patience) {
  return negative(fmt::format(
      "the kernel did not end within {} s (cudaErrorLaunchTimeout): it was ended; look for a loop that never does.",
      static_cast<double>(patience.count()) / 1000));
}

}  // namespace

Result<RunResult> RemoteRunner::run(const RunRequest& request, const RunProgress& progress) {
  const Status fine = check_request(request);
  if (!fine) return fine.error();
  if (child_ == nullptr) {
    auto started = ChildProcess::start(command_, "to run kernels");
    if (!started) return started.error();
    child_ = std::move(started.value());
  }
  if (!child_->send(write_run_request(request))) {
    child_.reset();
    return unavailable("the process that runs kernels ended early: try again.");
  }
  auto result = listen(progress);
  // A context in which a kernel failed is lost, and so is one that was left in the middle.
  if (!result) child_.reset();
  return result;
}

// In short waits, so that whoever asked can stop it at any time.
Result<RunResult> RemoteRunner::listen(const RunProgress& progress) {
  std::chrono::milliseconds patience = compile_patience, silence{0};
  ChildNews last;
  for (std::string bytes;;) {
    const ChildProcess::Answer answer = child_->receive(bytes, listen_slice);
    if (answer == ChildProcess::Answer::Ended) return unavailable("the process that runs kernels crashed: try again.");
    if (answer == ChildProcess::Answer::Silence) {
      silence += listen_slice;
      if (silence >= patience) return never_ended(patience);
    } else {
      auto news = read_child_news(bytes);
      if (!news) return news.error();
      last = std::move(news.value());
      if (last.ended) return std::move(*last.result);
      patience = last.doing == "compiling" ? compile_patience : patience_;
      silence = {};
    }
    if (!progress(last.doing, last.done, last.all)) return negative("stopped");
  }
}

void serve_runs(int input, int output) {
  for (std::string bytes; receive_frame(input, bytes);) {
    const auto request = read_run_request(bytes);
    const RunProgress tell = [&](std::string_view doing, int done, int all) {
      return send_frame(output, write_progress(doing, done, all));
    };
    const auto result = request ? run_on_gpu(request.value(), tell) : Result<RunResult>(request.error());
    if (!send_frame(output, write_run_result(result))) return;
  }
}

}  // namespace tcviz::inline gpu_ops
