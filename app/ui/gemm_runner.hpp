// The thread beside the window for whole products: it runs them, reads and writes files, and ticks while phases play.
// Jobs are done one after the other.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "app/ui/gemm_action.hpp"

namespace tcviz {

// What a job tells, and whether it is to end early.
struct GemmJobContext {
  std::function<void(GemmAction)> tell;
  std::function<bool()> stopped;
};
using GemmJob = std::function<void(const GemmJobContext&)>;

class GemmRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit GemmRunner(std::function<void()> wake);
  GemmRunner(const GemmRunner&) = delete;
  GemmRunner& operator=(const GemmRunner&) = delete;
  ~GemmRunner();

  void start(GemmJob job);
  void stop();         // the job that goes on
  void play(bool on);  // a StepPhase{1} every now and then
  std::vector<GemmAction> take_news();
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most);

 private:
  struct Shared;
  static void run(const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;
  std::jthread thread_;
};

}  // namespace tcviz
