#include "gpu/source/probe/remote_device.hpp"

#include "gpu/source/device/child.hpp"
#include "gpu/source/probe/probe_fields.hpp"

namespace tcviz::inline gpu_probe {
namespace {

template <class T>
std::vector<ToldAnswer<T>> told(const ProbeAnswers<T>& answers) {
  std::vector<ToldAnswer<T>> all(answers.size());
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::optional<Result<T>>& answer = answers[at];
    if (answer && *answer) all[at].data = answer->value();
    if (answer && !*answer) all[at].error = answer->error().message;
  }
  return all;
}

template <class T>
ProbeAnswers<T> heard(std::vector<ToldAnswer<T>> all) {
  ProbeAnswers<T> answers(all.size());
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all[at].data)
      answers[at] = *std::move(all[at].data);
    else if (!all[at].error.empty())
      answers[at] = unavailable(all[at].error);
  }
  return answers;
}

class RemoteDevice final : public ProbeDevice {
 public:
  RemoteDevice(const std::vector<std::string>& command, DeviceFacts facts, std::chrono::milliseconds patience)
      : child_({command,
                "to go on probing",
                "the process that goes on probing",
                {},
                [patience](std::string_view) { return patience; }}),
        facts_(std::move(facts)) {}

  Status start() { return child_.start(); }
  const DeviceFacts& facts() const override { return facts_; }
  bool lost() const override { return lost_; }
  ProbeAnswers<Words> load(std::span<const LoadRequest> requests) override { return ask<Words>(requests); }
  ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) override { return ask<ProbeBytes>(requests); }
  ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) override { return ask<Words>(requests); }
  ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) override { return ask<Words>(requests); }

 private:
  template <class T, class Request>
  ProbeAnswers<T> ask(std::span<const Request> requests) {
    if (lost_) return ProbeAnswers<T>(requests.size());
    auto reply = child_.ask<ProbeReply>(ProbeQuestion{std::vector(requests.begin(), requests.end())});
    auto* answers = reply ? std::get_if<std::vector<ToldAnswer<T>>>(&reply.value().answers) : nullptr;
    const bool complete = answers != nullptr && answers->size() == requests.size();
    lost_ = !complete || reply.value().lost;
    return complete ? heard(std::move(*answers)) : ProbeAnswers<T>(requests.size());
  }

  Child child_;
  DeviceFacts facts_;
  bool lost_ = false;
};

auto run(ProbeDevice& device, std::span<const LoadRequest> requests) { return device.load(requests); }
auto run(ProbeDevice& device, std::span<const StoreRequest> requests) { return device.store(requests); }
auto run(ProbeDevice& device, std::span<const ProductRequest> requests) { return device.multiply(requests); }
auto run(ProbeDevice& device, std::span<const TensorRequest> requests) { return device.execute(requests); }

template <class Request>
Result<ProbeReply> reply_to(ProbeDevice& device, const std::vector<Request>& requests) {
  for (const Request& request : requests)
    if (request.kind == nullptr) return bad_input("a request is of no kind");
  ProbeReply reply{told(run(device, std::span<const Request>(requests)))};
  reply.lost = device.lost();
  return reply;
}

}  // namespace

Result<std::unique_ptr<ProbeDevice>> start_remote_device(const std::vector<std::string>& command,
                                                         const DeviceFacts& facts, std::chrono::milliseconds patience) {
  auto device = std::make_unique<RemoteDevice>(command, facts, patience);
  TCVIZ_TRY(device->start());
  return std::unique_ptr<ProbeDevice>(std::move(device));
}

void serve_device(ProbeDevice& device, int input, int output) {
  serve_work<ProbeQuestion>(input, output, [&](const ProbeQuestion& question, const WorkProgress&) {
    return std::visit([&](const auto& requests) { return reply_to(device, requests); }, question.requests);
  });
}

}  // namespace tcviz::inline gpu_probe
