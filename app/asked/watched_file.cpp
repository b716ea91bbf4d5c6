#include "app/asked/watched_file.hpp"

#include <system_error>

#include "gpu/layout/file.hpp"

namespace tcviz::inline app_asked {

namespace fs = std::filesystem;

std::optional<WatchedFile::Stamp> WatchedFile::stamp() const {
  std::error_code none;
  if (!fs::is_regular_file(path_, none)) return std::nullopt;
  const Stamp now{fs::last_write_time(path_, none), fs::file_size(path_, none)};
  return none || now.size == 0 ? std::nullopt : std::optional(now);
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
