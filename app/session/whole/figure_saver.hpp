// Writes figures to files while the window goes on: a slow disk or a large picture stalls no frame. One at a time.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/export/figure/figure.hpp"
#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

class FigureSaver {
 public:
  // `wake` is called, on another thread, when there is news.
  explicit FigureSaver(std::function<void()> wake);
  ~FigureSaver() { wait(std::chrono::hours(24)); }  // what was asked for is written
  FigureSaver(const FigureSaver&) = delete;
  FigureSaver& operator=(const FigureSaver&) = delete;

  // What makes the bytes runs in the saver's thread.
  using Bytes = std::function<Result<std::string>()>;
  void save(Bytes bytes, std::string path) { thread_.start({std::move(bytes), std::move(path)}); }
  // A PNG to the clipboard instead.
  void copy(Bytes bytes) { thread_.start({std::move(bytes), {}}); }
  // A TellFigure for every save that has ended.
  std::vector<Action> take_news() { return thread_.take_news(); }
  // True once nothing waits and nothing is being written; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  struct Job {
    Bytes bytes;
    std::string path;  // empty: to the clipboard
  };
  JobThread<Job, Action> thread_;
};

}  // namespace tcviz::inline app_session
