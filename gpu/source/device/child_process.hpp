// A program of ours in another process, with frames of bytes to and fro. Nothing that goes wrong there harms this
// process, and the caller can give up a frame that never comes. Knows nothing of what the frames say.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_device {

// Sends and receives frames over a socket or pipe: a length and that many bytes. False at the end of the stream or on
// an error.
bool send_frame(int descriptor, const std::string& bytes);
bool receive_frame(int descriptor, std::string& bytes);

class ChildProcess {
 public:
  // Starts `command`, a program and its arguments, which talks on its standard input and output. `why`: "to go on
  // probing".
  static Result<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& command, std::string_view why);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();  // kills the process

  int channel() const { return channel_; }
  int id() const { return child_; }  // the process's id
  bool send(const std::string& bytes) { return send_frame(channel_, bytes); }

  enum class Answer { Frame, Silence, Ended };
  // Waits at most this long for the end of a frame.
  Answer receive(std::string& bytes, std::chrono::milliseconds most);

 private:
  ChildProcess(int child, int channel) : child_(child), channel_(channel) {}
  int child_;
  int channel_;
  std::string came_;  // received bytes that are not yet a whole frame
};

}  // namespace tcviz::inline gpu_device
