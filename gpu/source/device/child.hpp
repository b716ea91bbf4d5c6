// Lets another process, which runs a program of ours, do work that may crash or hang. The first request starts that
// process; it is kept for later requests, and killed when it gives no answer. Nothing that goes wrong there harms this
// process.
//
//   Child child({{"/proc/self/exe", "__work", "kernels"}, "to run kernels", "the process that runs kernels"});
//   Result<RunResult> result = child.ask<RunResult>(request, progress);
//
// The other process calls serve_work. Requests and answers are any types that gpu/layout/record.hpp can write.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/record.hpp"
#include "gpu/source/device/child_process.hpp"

namespace tcviz::inline gpu_device {

// Reports the current part of the work (`doing`), with `done` of `all` steps; returns false if the work is to stop.
using WorkProgress = std::function<bool(std::string_view doing, int done, int all)>;

// The reason why a request has no answer.
struct Loss {
  // Unsent: the request could not be sent. Ended: the process ended. Silence: it sent nothing for too long. Garbled:
  // its message could not be read. Stopped: the caller stopped the work.
  enum class How : std::uint8_t { Unsent, Ended, Silence, Garbled, Stopped };
  How how = How::Ended;
  std::string doing = {};                  // the part of the work that was reported last; empty: none
  std::chrono::milliseconds silence = {};  // the time without any message, if `how` is Silence
  std::string garbled = {};                // the error about the message that could not be read
};

// The program of a Child, with parts of its error messages and its limits.
struct ChildTerms {
  std::vector<std::string> command;  // a program and its arguments
  std::string why;                   // the purpose of the process: "to run kernels"
  std::string who;                   // the name of the process: "the process that runs kernels"
  // Returns the error message for a loss; none for the usual message.
  std::function<std::optional<Error>(const Loss&)> explain = {};
  // Returns the time that a part of the work may take without a message; `doing` is empty for the start. Without this
  // function it is two minutes.
  std::function<std::chrono::milliseconds(std::string_view doing)> patience = {};
};

// A process that answers requests.
class Child {
 public:
  explicit Child(ChildTerms terms) : terms_(std::move(terms)) {}

  // Returns the answer to a request. Starts the process if it does not run. Calls `progress` at least fifty times a
  // second.
  template <class Answer, class Request>
  Result<Answer> ask(const Request& request, const WorkProgress& progress = {}) {
    const Result<nlohmann::json> told = exchange(to_cbor(request), progress);
    TCVIZ_TRY(told);
    Answer answer{};
    const Status read = read_record(told.value(), answer);
    if (!read) return lose({Loss::How::Garbled, {}, {}, read.error().message});
    return answer;
  }

  // Starts the process if it does not run.
  Status start();
  // Kills the process.
  void end() { child_.reset(); }
  // Returns the id of the process; 0: it does not run.
  int id() const { return child_ ? child_->id() : 0; }

 private:
  Result<nlohmann::json> exchange(const std::string& request, const WorkProgress& progress);
  Error lose(const Loss& loss);

  ChildTerms terms_;
  std::unique_ptr<ChildProcess> child_;
};

// Returns a message of the process that does the work, as the bytes of a frame (child_process.hpp).
std::string progress_frame(std::string_view doing, int done, int all);
std::string error_frame(const Error& error);
std::string answer_frame(nlohmann::json answer);

// Answers requests one after another until `input` ends. `work` is called with (const Request&, const WorkProgress&)
// and returns a Result.
template <class Request, class Work>
void serve_work(int input, int output, const Work& work) {
  const WorkProgress tell = [output](std::string_view doing, int done, int all) {
    return send_frame(output, progress_frame(doing, done, all));
  };
  for (std::string bytes; receive_frame(input, bytes);) {
    const Result<Request> request = from_cbor<Request>(bytes);
    std::string frame;
    if (!request) {
      frame = error_frame(unavailable(fmt::format("the request was not understood: {}", request.error().message)));
    } else {
      const auto answer = work(request.value(), tell);
      frame = answer ? answer_frame(write_record(answer.value())) : error_frame(answer.error());
    }
    if (!send_frame(output, frame)) return;
  }
}

}  // namespace tcviz::inline gpu_device
