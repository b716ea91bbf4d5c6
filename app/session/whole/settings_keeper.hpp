// The file of settings, and the thread that writes it, so that no frame waits for the disk.
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

// The settings in the user's configuration folder. A file that cannot be read is set aside, never overwritten; windows
// that run at once replace the whole file each, so that the last one's stays and none is half written.
class SettingsFile {
 public:
  // An empty folder: nothing is read or written.
  explicit SettingsFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Loaded {
    std::optional<Settings> settings;  // none: there is no file, or it was damaged
    std::string problem;               // for a person; empty if all is well
  };
  Loaded load();

  // Writes if something has changed since the last load or save. True: a file was written. A problem is reported once.
  Result<bool> save(const Settings& settings);

  bool is_kept() const { return !folder_.empty(); }

 private:
  std::filesystem::path folder_;
  std::string known_;  // the bytes of the file, as far as this window knows
  bool told_ = false;  // that it cannot be written
};

class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds every{1000};  // while the window is being used

  // `wake` is called from the thread if there is a problem.
  SettingsKeeper(SettingsFile file, std::function<void()> wake);

  // Writes the settings if the file does not hold them already.
  void keep(Settings settings, Link link);
  // True if `every` has passed since it was true last.
  bool due(Clock::time_point now);
  // Waits until all of it is written.
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
