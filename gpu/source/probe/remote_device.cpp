#include "gpu/source/probe/remote_device.hpp"

#include "gpu/source/device/child_process.hpp"
#include "gpu/source/probe/wire.hpp"

namespace tcviz::inline gpu_probe {
namespace {

class RemoteDevice final : public ProbeDevice {
 public:
  RemoteDevice(std::unique_ptr<ChildProcess> child, DeviceFacts facts)
      : child_(std::move(child)), facts_(std::move(facts)) {}

  const DeviceFacts& facts() const override { return facts_; }
  bool lost() const override { return lost_; }
  ProbeAnswers<Words> load(std::span<const LoadRequest> requests) override { return ask<Words>(requests); }
  ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) override { return ask<ProbeBytes>(requests); }
  ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) override { return ask<Words>(requests); }
  ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) override { return ask<Words>(requests); }

 private:
  template <class T, class Request>
  ProbeAnswers<T> ask(std::span<const Request> requests) {
    std::string bytes;
    const bool talked = !lost_ && child_->send(write_requests(std::vector(requests.begin(), requests.end()))) &&
                        receive_frame(child_->channel(), bytes);
    auto reply = talked ? read_reply(bytes) : Result<Reply>(unavailable("no reply"));
    auto* answers = reply ? std::get_if<ProbeAnswers<T>>(&reply.value().answers) : nullptr;
    lost_ = answers == nullptr || answers->size() != requests.size() || reply.value().lost;
    return answers != nullptr && answers->size() == requests.size() ? std::move(*answers)
                                                                    : ProbeAnswers<T>(requests.size());
  }

  std::unique_ptr<ChildProcess> child_;
  DeviceFacts facts_;
  bool lost_ = false;
};

}  // namespace

Result<std::unique_ptr<ProbeDevice>> start_remote_device(const std::vector<std::string>& command,
                                                         const DeviceFacts& facts) {
  auto child = ChildProcess::start(command, "to go on probing");
  TCVIZ_TRY(child);
  return std::unique_ptr<ProbeDevice>(std::make_unique<RemoteDevice>(std::move(child.value()), facts));
}

void serve_device(ProbeDevice& device, int input, int output) {
  for (std::string bytes; receive_frame(input, bytes);) {
    const auto requests = read_requests(bytes);
    if (!requests) return;
    Reply reply;
    if (const auto* load = std::get_if<std::vector<LoadRequest>>(&requests.value())) reply.answers = device.load(*load);
    if (const auto* store = std::get_if<std::vector<StoreRequest>>(&requests.value()))
      reply.answers = device.store(*store);
    if (const auto* product = std::get_if<std::vector<ProductRequest>>(&requests.value())) {
      reply.answers = device.multiply(*product);
    }
    if (const auto* tensor = std::get_if<std::vector<TensorRequest>>(&requests.value())) {
      reply.answers = device.execute(*tensor);
    }
    reply.lost = device.lost();
    if (!send_frame(output, write_reply(reply))) return;
  }
}

}  // namespace tcviz::inline gpu_probe
