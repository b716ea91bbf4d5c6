#include "app/cli/serve/serve_lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tcviz::inline app_cli {

bool LineReader::fill() {
  constexpr std::size_t piece = 65536;
  buffer_.resize(piece);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data(), piece);
  } while (count < 0 && errno == EINTR);
  buffer_.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  at_ = 0;
  return !buffer_.empty();
}

std::optional<std::string> LineReader::next() {
  std::string line;
  for (bool any = false;; any = true) {
    if (at_ == buffer_.size() && !fill()) return any ? std::optional(line) : std::nullopt;
    const std::size_t end = std::min(buffer_.find('\n', at_), buffer_.size());
    line.append(buffer_, at_, std::min(end - at_, most_ + 1 - line.size()));
    at_ = std::min(end + 1, buffer_.size());
    if (end < buffer_.size()) return line;
  }
}

bool write_line(int descriptor, std::string_view line) {
  std::string bytes(line);
  bytes += '\n';
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace tcviz::inline app_cli
