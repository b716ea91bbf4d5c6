// Runs a program of ours in another process and exchanges frames (messages of bytes) with it. Nothing that goes wrong
// there harms this process, and the caller can give up waiting for a frame. Knows nothing of the content of frames.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_device {

// Sends or receives a frame over a socket or pipe: its length and then its bytes. False at the end of the stream or on
// an error.
bool send_frame(int descriptor, const std::string& bytes);
bool receive_frame(int descriptor, std::string& bytes);

class ChildProcess {
 public:
  // Starts `command`, a program and its arguments, which communicates over its standard input and output. `why` is for
  // error messages: "to go on probing".
  static Result<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& command, std::string_view why);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Kills the process.
  ~ChildProcess();

  // Returns the descriptor of the socket to the process.
  int channel() const { return channel_; }
  // Returns the id of the process.
  int id() const { return child_; }
  bool send(const std::string& bytes) { return send_frame(channel_, bytes); }

  enum class Answer { Frame, Silence, Ended };
  // Waits for a whole frame, at most `most`. Silence: the frame is not complete yet.
  Answer receive(std::string& bytes, std::chrono::milliseconds most);

 private:
  ChildProcess(int child, int channel) : child_(child), channel_(channel) {}
  int child_;
  int channel_;
  std::string came_;  // received bytes of a frame that is not complete
};

}  // namespace tcviz::inline gpu_device
