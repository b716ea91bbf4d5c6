// Work that may crash, hang or harm its process, done by a program of ours in another process. The first question
// starts that process; it is kept for the next one, and ended when no answer came. Nothing that goes wrong there harms
// this process.
//
//   Child child({{"/proc/self/exe", "__work", "kernels"}, "to run kernels", "the process that runs kernels"});
//   Result<RunResult> result = child.ask<RunResult>(request, progress);
//
// The other end calls serve_work. Requests and answers are anything that gpu/layout/record.hpp can write.
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

// Tells the part of the work that goes on now; returns false if the work is to stop.
using WorkProgress = std::function<bool(std::string_view doing, int done, int all)>;

// The reason that there is no answer.
struct Loss {
  enum class How : std::uint8_t { Unsent, Ended, Silence, Garbled, Stopped };
  How how = How::Ended;
  std::string doing = {};                  // the part of the work that was reported last; empty: none
  std::chrono::milliseconds silence = {};  // the patience that ended
  std::string garbled = {};                // the message of a record that could not be read
};

struct ChildTerms {
  std::vector<std::string> command;  // a program and its arguments
  std::string why;                   // "to run kernels"
  std::string who;                   // "the process that runs kernels"
  // Describes a loss in words of its own; returns none for the usual words.
  std::function<std::optional<Error>(const Loss&)> explain = {};
  // Returns the time that a part of the work ("": the start) may go on without a word.
  std::function<std::chrono::milliseconds(std::string_view doing)> patience = {};  // none: two minutes
};

class Child {
 public:
  explicit Child(ChildTerms terms) : terms_(std::move(terms)) {}

  // Returns the answer to a request. Starts the process unless it runs. Calls `progress` at least fifty times a second.
  template <class Answer, class Request>
  Result<Answer> ask(const Request& request, const WorkProgress& progress = {}) {
    const Result<nlohmann::json> told = exchange(to_cbor(request), progress);
    TCVIZ_TRY(told);
    Answer answer{};
    const Status read = read_record(told.value(), answer);
    if (!read) return lose({Loss::How::Garbled, {}, {}, read.error().message});
    return answer;
  }

  Status start();
  void end() { child_.reset(); }
  int id() const { return child_ ? child_->id() : 0; }  // the process's id; 0: it does not run

 private:
  Result<nlohmann::json> exchange(const std::string& request, const WorkProgress& progress);
  Error lose(const Loss& loss);

  ChildTerms terms_;
  std::unique_ptr<ChildProcess> child_;
};

// Returns a frame that the serving end sends.
std::string progress_frame(std::string_view doing, int done, int all);
std::string error_frame(const Error& error);
std::string answer_frame(nlohmann::json answer);

// Answers requests, one after the other, until the input ends. `work`: (const Request&, const WorkProgress&) -> Result.
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
