// The file of settings, and the background thread that writes it.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/link.hpp"

namespace tcviz::inline app_session {

// The file of settings in the user's configuration folder. A file that cannot be read is renamed, never overwritten. If
// several windows run, each replaces the whole file, so the last one wins and the file is never incomplete.
class SettingsFile {
 public:
  // Uses the file in `folder`; if `folder` is empty, reads and writes nothing.
  explicit SettingsFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Loaded {
    std::optional<Settings> settings;  // none: there is no file, or it was damaged
    std::string problem;               // message for the user; empty if there is no problem
  };
  Loaded load();

  // Writes the file if the settings have changed since the last load or save. Returns true if it did. Reports an error
  // only once.
  Result<bool> save(const Settings& settings);

  bool is_kept() const { return !folder_.empty(); }

 private:
  std::filesystem::path folder_;
  std::string known_;  // content of the file at the last load or save
  bool told_ = false;  // the error that it cannot be written was reported
};

// Writes the settings in a background thread.
class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds every{1000};  // interval of writing while the window is used

  // Starts the thread; it calls `wake` if there is a problem.
  SettingsKeeper(SettingsFile file, std::function<void()> wake);

  // Requests that the settings are written, if they have changed.
  void keep(Settings settings, Link link);
  // True if `every` has passed since it returned true.
  bool due(Clock::time_point now);
  // Waits until everything is written.
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
