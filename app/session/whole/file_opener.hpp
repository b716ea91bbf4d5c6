// The thread that reads a file which somebody opens, so that no frame waits for a slow disk.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/opened_file.hpp"

namespace tcviz::inline app_session {

class FileOpener {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit FileOpener(std::function<void()> wake)
      : thread_([](const std::string& path, const auto& context) { context.tell(news_of(path)); },
                [](const std::string&, const char* why) { return Action(WindowAction(FailOpening{why})); },
                [](const Action&, const Action&) { return false; }, std::move(wake)) {}

  void start(std::string path) { thread_.start(std::move(path)); }
  std::vector<Action> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  static Action news_of(const std::string& path) {
    Result<OpenedFile> file = open_any_file(path);
    if (!file) return WindowAction(FailOpening{file.error().message});
    return WindowAction(TakeFile{std::make_shared<const OpenedFile>(std::move(file).value())});
  }

  JobThread<std::string, Action> thread_;
};

}  // namespace tcviz::inline app_session
