#include "gpu/probe/remote_device.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "gpu/probe/wire.hpp"

namespace tcviz {
namespace {

class RemoteDevice final : public ProbeDevice {
 public:
  RemoteDevice(pid_t child, int channel, DeviceFacts facts)
      : child_(child), channel_(channel), facts_(std::move(facts)) {}
  RemoteDevice(const RemoteDevice&) = delete;
  RemoteDevice& operator=(const RemoteDevice&) = delete;
  ~RemoteDevice() override {
    close(channel_);
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }

  const DeviceFacts& facts() const override { return facts_; }
  bool lost() const override { return lost_; }
  Answers<Words> load(std::span<const LoadRequest> requests) override { return ask<Words>(requests); }
  Answers<Bytes> store(std::span<const StoreRequest> requests) override { return ask<Bytes>(requests); }
  Answers<Words> multiply(std::span<const ProductRequest> requests) override { return ask<Words>(requests); }

 private:
  template <class T, class Request>
  Answers<T> ask(std::span<const Request> requests) {
    std::string bytes;
    const bool talked = !lost_ && send_frame(channel_, write_requests(std::vector(requests.begin(), requests.end()))) &&
                        receive_frame(channel_, bytes);
    auto reply = talked ? read_reply(bytes) : Result<Reply>(unavailable("no reply"));
    auto* answers = reply ? std::get_if<Answers<T>>(&reply.value().answers) : nullptr;
    lost_ = answers == nullptr || answers->size() != requests.size() || reply.value().lost;
    return answers != nullptr && answers->size() == requests.size() ? std::move(*answers) : Answers<T>(requests.size());
  }

  pid_t child_;
  int channel_;
  DeviceFacts facts_;
  bool lost_ = false;
};

// The child gets `channel` as its standard input and output.
int spawn(const std::vector<std::string>& command, int channel, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
  const int code = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

}  // namespace

Result<std::unique_ptr<ProbeDevice>> start_remote_device(const std::vector<std::string>& command,
                                                         const DeviceFacts& facts) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return unavailable(fmt::format("cannot start a fresh process to go on probing: {}", std::strerror(errno)));
  }
  pid_t child = 0;
  const int code = spawn(command, ends[1], child);
  close(ends[1]);
  if (code != 0) {
    close(ends[0]);
    return unavailable(fmt::format("cannot start {} to go on probing: {}", command[0], std::strerror(code)));
  }
  return std::unique_ptr<ProbeDevice>(std::make_unique<RemoteDevice>(child, ends[0], facts));
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
    reply.lost = device.lost();
    if (!send_frame(output, write_reply(reply))) return;
  }
}

}  // namespace tcviz
