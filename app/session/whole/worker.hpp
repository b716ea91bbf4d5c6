// The one thread that asks sources, and so owns all that CUDA does. Jobs go in, immutable answers and progress come out
// as actions. A source that hangs holds up this thread only: no call here waits for it, except wait() and close().
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

class Worker {
 public:
  // `wake` is called from the worker's thread whenever there is news; it must be quick and must not call the worker.
  // The sources must live until close() has returned true.
  Worker(std::vector<LayoutSource*> sources, std::function<void()> wake);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();  // as close(), with some seconds of grace

  // Asks a source for all its kinds; jobs are done in the order they are asked.
  void ask(std::size_t source);
  // Takes a waiting job back, or asks the running one to end at the next kind. Its SourceAnswered says `stopped`.
  void stop(std::size_t source);
  // SourceProgress and SourceAnswered actions since the last call.
  std::vector<Action> take_news() { return thread_.take_news(); }

  // True once no job is waiting or running; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }
  // Drops waiting jobs, asks the running one to end and waits for it. False if it has not ended after `grace`: the
  // thread is then left to itself, it touches nothing of ours, but its source must not be destroyed.
  bool close(std::chrono::milliseconds grace) { return thread_.close(grace); }

 private:
  std::size_t sources_ = 0;
  JobThread<std::size_t, Action> thread_;
};

}  // namespace tcviz::inline app_session
