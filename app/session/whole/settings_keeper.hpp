// The thread that writes the settings, so that no frame waits for the disk, and when it has something to do.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/link.hpp"
#include "app/session/whole/settings_file.hpp"

namespace tcviz::inline app_session {

class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds every{1000};  // while the window is being used

  // `wake` is called from the thread if there is a problem.
  SettingsKeeper(SettingsFile file, std::function<void()> wake);

  // Written if it is not what the file holds.
  void keep(Settings settings, Link link);
  // Whether so much time has gone since the last time that this was so.
  bool due(Clock::time_point now);
  // Until all of it is written.
  void finish();
  std::vector<std::string> take_problems() { return thread_.take_news(); }

 private:
  struct Job {
    Settings settings;
    Link link;
  };
  JobThread<Job, std::string> thread_;
  Clock::time_point last_;
};

}  // namespace tcviz::inline app_session
