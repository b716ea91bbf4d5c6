#include "app/cli/serve/serve_worker.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace tcviz::inline app_cli {
namespace {

using std::chrono::milliseconds;

// Returns the bytes of memory that a process has in use; 0 if unknown.
std::size_t memory_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Status ServeWorker::wait_for(std::string& answer) {
  constexpr milliseconds look{20};
  const auto end = std::chrono::steady_clock::now() + limits_.time;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0)
      return unavailable(fmt::format(
          "the request was given up after {} s: ask for less, or allow more time with `tcviz serve --limit SECONDS`.",
          static_cast<double>(limits_.time.count()) / 1000));
    const ChildProcess::Answer came = child_->receive(answer, std::min(left, look));
    if (came == ChildProcess::Answer::Frame) return Nothing{};
    if (came == ChildProcess::Answer::Ended)
      return unavailable("the process that answers has ended on this request: the next request gets a fresh one.");
    if (memory_of(child_->id()) > limits_.memory)
      return unavailable(
          fmt::format("the request was given up: it needs more than {} MB of memory.", limits_.memory >> 20));
  }
}

Result<std::string> ServeWorker::ask(const std::string& request) {
  if (!child_) {
    Result<std::unique_ptr<ChildProcess>> started = ChildProcess::start(command_, "to answer requests");
    TCVIZ_TRY(started);
    child_ = std::move(started).value();
  }
  std::string answer;
  const Status answered =
      child_->send(request) ? wait_for(answer) : unavailable("the process that answers has ended: ask again.");
  if (!answered) {
    child_.reset();
    return answered.error();
  }
  if (answer.size() > limits_.answer_bytes)
    return unavailable(fmt::format("the answer is larger than {} MB: ask for less.", limits_.answer_bytes >> 20));
  return answer;
}

}  // namespace tcviz::inline app_cli
