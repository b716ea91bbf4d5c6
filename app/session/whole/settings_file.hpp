// The settings in the user's configuration folder. A file that cannot be read is set aside, never overwritten; windows
// that run at once replace the whole file each, so that the last one's stays and none is half written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/whole/settings.hpp"

namespace tcviz::inline app_session {

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

}  // namespace tcviz::inline app_session
