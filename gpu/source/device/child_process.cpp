#include "gpu/source/device/child_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace tcviz::inline gpu_device {
namespace {

constexpr std::size_t largest_frame = std::size_t{1} << 30;

// Starts `command` with `channel` as its standard input and output.
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

bool receive_all(int descriptor, char* bytes, std::size_t length) {
  for (std::size_t got = 0; got < length;) {
    const ssize_t count = read(descriptor, bytes + got, length - got);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    got += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

bool send_frame(int descriptor, const std::string& bytes) {
  std::string frame(sizeof(std::uint64_t), '\0');
  const std::uint64_t length = bytes.size();
  std::memcpy(frame.data(), &length, sizeof length);
  frame += bytes;
  for (std::size_t sent = 0; sent < frame.size();) {
    const ssize_t count = send(descriptor, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool receive_frame(int descriptor, std::string& bytes) {
  std::uint64_t length = 0;
  if (!receive_all(descriptor, reinterpret_cast<char*>(&length), sizeof length) || length > largest_frame) return false;
  bytes.resize(length);
  return receive_all(descriptor, bytes.data(), length);
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::vector<std::string>& command,
                                                          std::string_view why) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return unavailable(fmt::format("cannot start a fresh process {}: {}", why, std::strerror(errno)));
  }
  const timeval patience{120, 0};  // of a child that does not read what it is sent
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  pid_t child = 0;
  const int code = spawn(command, ends[1], child);
  close(ends[1]);
  if (code != 0) {
    close(ends[0]);
    return unavailable(fmt::format("cannot start {} {}: {}", command[0], why, std::strerror(code)));
  }
  return std::unique_ptr<ChildProcess>(new ChildProcess(child, ends[0]));
}

ChildProcess::~ChildProcess() {
  close(channel_);
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

// Receives a frame, which may come in pieces, the last of them never: no wait is longer than `most` allows.
ChildProcess::Answer ChildProcess::receive(std::string& bytes, std::chrono::milliseconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  for (std::uint64_t length = 0;;) {
    if (came_.size() >= sizeof length) {
      std::memcpy(&length, came_.data(), sizeof length);
      if (length > largest_frame) return Answer::Ended;
      if (came_.size() >= sizeof length + length) {
        bytes.assign(came_, sizeof length, length);
        came_.erase(0, sizeof length + length);
        return Answer::Frame;
      }
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd waiting{channel_, POLLIN, 0};
    const int ready = poll(&waiting, 1, std::max(0, static_cast<int>(left.count())));
    if (ready == 0) return Answer::Silence;
    char piece[1 << 16];
    const ssize_t count = ready < 0 ? -1 : read(channel_, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Answer::Ended;
    came_.append(piece, static_cast<std::size_t>(count));
  }
}

}  // namespace tcviz::inline gpu_device
