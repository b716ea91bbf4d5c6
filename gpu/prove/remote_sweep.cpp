#include "gpu/prove/remote_sweep.hpp"

#include "gpu/prove/sweep_fields.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline gpu_prove {
namespace {

// Describes the effect of the case on the process: Negative.
std::optional<Error> explain_case(const Loss& loss) {
  if (loss.how == Loss::How::Silence)
    return negative(fmt::format("it did not answer for {} s",
                                std::chrono::duration_cast<std::chrono::seconds>(loss.silence).count()));
  if (loss.how == Loss::How::Garbled) return std::nullopt;
  return negative("the process that asked it crashed");
}

SweepAnswer faulted(const Error& error) { return {SweepAnswer::Outcome::Faulted, {}, 0, error.message}; }

class RemoteSweepDevice final : public SweepDevice {
 public:
  RemoteSweepDevice(std::vector<std::string> command, std::chrono::milliseconds patience)
      : child_({std::move(command), "to ask the GPU", "the process that asks the GPU", explain_case,
                [patience](std::string_view) { return patience; }}) {}

  Status open() {
    Result<SweepReply> reply = child_.ask<SweepReply>(SweepQuestion{true, {}});
    if (!reply && reply.error().fault == Fault::Negative)
      return unavailable("the process that asks the GPU did not start: try again.");
    TCVIZ_TRY(reply);
    facts_ = std::move(reply).value().facts;
    return Nothing{};
  }

  const SweepFacts& facts() const override { return facts_; }

  Result<SweepAnswer> ask(const SweepCase& one) override {
    Result<SweepReply> reply = child_.ask<SweepReply>(SweepQuestion{false, one});
    if (!reply && reply.error().fault == Fault::Negative) return faulted(reply.error());
    TCVIZ_TRY(reply);
    if (reply.value().answer.outcome == SweepAnswer::Outcome::Faulted) child_.end();
    return std::move(reply).value().answer;
  }

 private:
  Child child_;
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
  serve_work<SweepQuestion>(
      input, output, [&](const SweepQuestion& question, const WorkProgress&) -> Result<SweepReply> {
        TCVIZ_TRY(device);
        if (question.wants_facts) return SweepReply{device.value()->facts(), {}};
        const Result<SweepAnswer> answer = device.value()->ask(question.one);
        return SweepReply{device.value()->facts(), answer ? answer.value() : faulted(answer.error())};
      });
}

}  // namespace tcviz::inline gpu_prove
