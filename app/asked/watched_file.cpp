#include "app/asked/watched_file.hpp"

#include "gpu/layout/file.hpp"

namespace tcviz::inline app_asked {

// Takes the time of the last change too: a program can set that of the last writing, and keep the size.
std::optional<WatchedFile::Stamp> WatchedFile::stamp() const {
  struct stat now {};
  if (::stat(path_.c_str(), &now) != 0 || !S_ISREG(now.st_mode) || now.st_size == 0) return std::nullopt;
  const auto in_one = [](const timespec& time) { return std::pair(time.tv_sec, time.tv_nsec); };
  return Stamp{now.st_dev, now.st_ino, now.st_size, in_one(now.st_mtim), in_one(now.st_ctim)};
}

// Leaves a file that is being written while it is read to the next look.
std::optional<std::string> WatchedFile::look() {
  const std::optional<Stamp> now = stamp();
  if (!now || now == seen_) return std::nullopt;
  Result<std::string> text = read_file(path_);
  if (!text || stamp() != now) return std::nullopt;
  seen_ = now;
  return std::move(text).value();
}

}  // namespace tcviz::inline app_asked
