#include "app/cli/serve/serve_worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

namespace tcviz::inline app_cli {
namespace {

// Returns the bytes of memory that a process has in use; 0 if unknown.
std::size_t memory_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::optional<Error> explain(const Loss& loss, const ServeLimits& limits) {
  switch (loss.how) {
    case Loss::How::Unsent:
      return unavailable("the process that answers has ended: ask again.");
    case Loss::How::Ended:
      return unavailable("the process that answers has ended on this request: the next request gets a fresh one.");
    case Loss::How::Silence:
      return unavailable(fmt::format(
          "the request was given up after {} s: ask for less, or allow more time with `tcviz serve --limit SECONDS`.",
          static_cast<double>(limits.time.count()) / 1000));
    case Loss::How::Stopped:
      return unavailable(
          fmt::format("the request was given up: it needs more than {} MB of memory.", limits.memory >> 20));
    case Loss::How::Garbled:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

ServeWorker::ServeWorker(std::vector<std::string> command, ServeLimits limits)
    : limits_(limits),
      child_({std::move(command), "to answer requests", "the process that answers",
              [limits](const Loss& loss) { return explain(loss, limits); },
              [limits](std::string_view) { return limits.time; }}) {}

Result<std::string> ServeWorker::ask(const std::string& request) {
  Result<std::string> answer = child_.ask<std::string>(
      request, [&](std::string_view, int, int) { return memory_of(child_.id()) <= limits_.memory; });
  if (answer && answer.value().size() > limits_.answer_bytes)
    return unavailable(fmt::format("the answer is larger than {} MB: ask for less.", limits_.answer_bytes >> 20));
  return answer;
}

}  // namespace tcviz::inline app_cli
