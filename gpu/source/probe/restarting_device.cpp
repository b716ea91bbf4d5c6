#include "gpu/source/probe/restarting_device.hpp"

#include <vector>

namespace tcviz::inline gpu_probe {
namespace {

template <class T>
std::vector<std::size_t> unanswered(const ProbeAnswers<T>& answers) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < answers.size(); ++at) {
    if (!answers[at]) places.push_back(at);
  }
  return places;
}

class RestartingDevice final : public ProbeDevice {
 public:
  RestartingDevice(std::unique_ptr<ProbeDevice> first, OpenAgain again)
      : facts_(first->facts()), device_(std::move(first)), again_(std::move(again)) {}

  const DeviceFacts& facts() const override { return facts_; }
  ProbeAnswers<Words> load(std::span<const LoadRequest> requests) override { return run(requests, &ProbeDevice::load); }
  ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) override {
    return run(requests, &ProbeDevice::store);
  }
  ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) override {
    return run(requests, &ProbeDevice::multiply);
  }
  void expect(std::vector<std::string> instructions) override { device_->expect(std::move(instructions)); }
  ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) override {
    return run(requests, &ProbeDevice::execute);
  }

 private:
  // Asks until all requests are answered: each round answers at least the request that broke the device, or it is the
  // last.
  template <class Request, class T>
  ProbeAnswers<T> run(std::span<const Request> requests,
                      ProbeAnswers<T> (ProbeDevice::*ask)(std::span<const Request>)) {
    ProbeAnswers<T> answers(requests.size());
    for (auto pending = unanswered(answers); !pending.empty();) {
      if (device_->lost() && !reopen(answers)) break;
      std::vector<Request> again;
      for (const std::size_t at : pending) again.push_back(requests[at]);
      ProbeAnswers<T> got = (device_.get()->*ask)(again);
      for (std::size_t at = 0; at < pending.size(); ++at) answers[pending[at]] = std::move(got[at]);
      auto rest = unanswered(answers);
      if (rest.size() == pending.size() && !device_->lost()) break;
      if (rest.size() == pending.size()) fail_first(answers, rest);
      pending = unanswered(answers);
    }
    return answers;
  }

  template <class T>
  bool reopen(ProbeAnswers<T>& answers) {
    auto fresh = again_();
    if (fresh) {
      device_ = std::move(fresh).value();
      return true;
    }
    for (const std::size_t at : unanswered(answers)) answers[at] = Result<T>(fresh.error());
    return false;
  }

  // Makes an error of the first answer: a device that was lost without any answer was working on the first request.
  template <class T>
  void fail_first(ProbeAnswers<T>& answers, const std::vector<std::size_t>& rest) {
    answers[rest.front()] = Result<T>(unavailable("the process that ran this kernel ended without an answer"));
  }

  DeviceFacts facts_;
  std::unique_ptr<ProbeDevice> device_;
  OpenAgain again_;
};

}  // namespace

std::unique_ptr<ProbeDevice> make_restarting_device(std::unique_ptr<ProbeDevice> first, OpenAgain again) {
  return std::make_unique<RestartingDevice>(std::move(first), std::move(again));
}

}  // namespace tcviz::inline gpu_probe
