#include "gpu/prove/remote_sweep.hpp"

#include <fmt/format.h>

#include "gpu/prove/sweep_wire.hpp"
#include "gpu/source/device/child_process.hpp"

namespace tcviz::inline gpu_prove {
namespace {

using Answer = ChildProcess::Answer;

class RemoteSweepDevice final : public SweepDevice {
 public:
  RemoteSweepDevice(std::vector<std::string> command, std::chrono::milliseconds patience)
      : command_(std::move(command)), patience_(patience) {}

  Status open() {
    auto child = ChildProcess::start(command_, "to ask the GPU");
    TCVIZ_TRY(child);
    std::string bytes;
    if (child.value()->receive(bytes, patience_) != Answer::Frame)
      return unavailable("the process that asks the GPU did not start: try again.");
    Result<SweepFacts> facts = read_facts(bytes);
    TCVIZ_TRY(facts);
    facts_ = std::move(facts).value();
    child_ = std::move(child).value();
    return Nothing{};
  }

  const SweepFacts& facts() const override { return facts_; }

  Result<SweepAnswer> ask(const SweepCase& one) override {
    if (!child_) TCVIZ_TRY(open());
    std::string bytes;
    const bool sent = child_->send(write_case(one));
    const Answer got = sent ? child_->receive(bytes, patience_) : Answer::Ended;
    if (got == Answer::Ended) return lost("the process that asked it crashed");
    if (got == Answer::Silence)
      return lost(fmt::format("nothing was heard of it for {} s",
                              std::chrono::duration_cast<std::chrono::seconds>(patience_).count()));
    Result<SweepAnswer> answer = read_answer(bytes);
    if (!answer || answer.value().outcome == SweepAnswer::Outcome::Faulted) child_.reset();
    return answer;
  }

 private:
  Result<SweepAnswer> lost(std::string text) {
    child_.reset();
    return SweepAnswer{SweepAnswer::Outcome::Faulted, {}, 0, std::move(text)};
  }

  std::vector<std::string> command_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<ChildProcess> child_;
  SweepFacts facts_;
};

}  // namespace

Result<std::unique_ptr<SweepDevice>> start_sweep_device(std::vector<std::string> command,
                                                        std::chrono::milliseconds patience) {
  auto device = std::make_unique<RemoteSweepDevice>(std::move(command), patience);
  TCVIZ_TRY(device->open());
  return std::unique_ptr<SweepDevice>(std::move(device));
}

void serve_sweep(Result<std::unique_ptr<SweepDevice>> device, int input, int output) {
  const Result<SweepFacts> facts =
      device ? Result<SweepFacts>(device.value()->facts()) : Result<SweepFacts>(device.error());
  if (!send_frame(output, write_facts(facts)) || !device) return;
  for (std::string bytes; receive_frame(input, bytes);) {
    const Result<SweepCase> one = read_case(bytes);
    const Result<SweepAnswer> answer = one ? device.value()->ask(one.value()) : Result<SweepAnswer>(one.error());
    const SweepAnswer told =
        answer ? answer.value() : SweepAnswer{SweepAnswer::Outcome::Faulted, {}, 0, answer.error().message};
    if (!send_frame(output, write_answer(told))) return;
  }
}

}  // namespace tcviz::inline gpu_prove
