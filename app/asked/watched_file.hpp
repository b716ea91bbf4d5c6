// Looks at a file that another program writes, such as an editor, for both the command line and the window.
#pragma once

#include <sys/stat.h>

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace tcviz::inline app_asked {

class WatchedFile {
 public:
  explicit WatchedFile(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path& path() const { return path_; }

  // Returns the text if the file has been written since the last look, or at the first look. None: it has not, or there
  // is nothing to read yet, as while an editor replaces the file. Allocates nothing if nothing was written.
  std::optional<std::string> look();

 private:
  using Time = std::pair<std::time_t, long>;  // seconds and nanoseconds
  struct Stamp {
    dev_t device = 0;
    ino_t file = 0;
    off_t size = 0;
    Time written, changed;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  // Returns the file's stamp; none: there is no file, or it is empty.
  std::optional<Stamp> stamp() const;

  std::filesystem::path path_;
  std::optional<Stamp> seen_;
};

}  // namespace tcviz::inline app_asked
