#include "gpu/layout/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/layout/nearest.hpp"

namespace tcviz::inline gpu_layout {
namespace {

namespace fs = std::filesystem;

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  bool ok() const { return number_ >= 0; }
  int number() const { return number_; }
  // Closes the file; some file systems report a failed write only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// Blocks the signal of the limit on a file's size in this thread, so that a write beyond it fails instead of ending the
// process, and no temporary file is left behind.
class NoSizeSignal {
 public:
  NoSizeSignal() {
    ::sigemptyset(&size_);
    ::sigaddset(&size_, SIGXFSZ);
    ::pthread_sigmask(SIG_BLOCK, &size_, &before_);
  }
  NoSizeSignal(const NoSizeSignal&) = delete;
  NoSizeSignal& operator=(const NoSizeSignal&) = delete;
  ~NoSizeSignal() {
    const timespec now{};
    if (::sigismember(&before_, SIGXFSZ) == 0) static_cast<void>(::sigtimedwait(&size_, nullptr, &now));
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t size_{}, before_{};
};

// Returns advice for a person on an errno.
const char* next_step(int code) {
  switch (code) {
    case ENOENT:
      return "create the folder first or choose another";
    case ENOTDIR:
      return "a part of the path is a file, choose another";
    case EISDIR:
      return "it is a folder, name a file in it";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place where you may write";
    case ENOSPC:
    case EDQUOT:
      return "make room or choose another disk";
    case EFBIG:
      return "raise the limit of a file's size (ulimit -f) or choose another disk";
    default:
      return "choose another place";
  }
}

Error cannot_write(const fs::path& path, int code) {
  return bad_input(fmt::format("cannot write {}: {}; {}", path.string(), std::strerror(code), next_step(code)));
}

// True if the system sees the whole path: it ends a name at its first 0, which would be another file.
bool is_name(const fs::path& path) { return path.native().find('\0') == std::string::npos; }

// Returns "; did you mean kernel.cu?": the file of its folder, of the same type, whose name the path may misspell.
std::string file_meant(const fs::path& path) {
  constexpr std::size_t most = 10'000;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code none;
  std::vector<std::string> stems;
  for (fs::directory_iterator at(folder, none), end; at != end && stems.size() < most; at.increment(none))
    if (at->path().extension() == path.extension()) stems.push_back(at->path().stem().string());
  std::ranges::sort(stems);
  const std::vector<std::string_view> legal(stems.begin(), stems.end());
  const std::string typed = path.stem().string();
  const std::vector<std::string_view> meant = meant_words(typed, legal, 1);
  if (meant.empty()) return {};
  const std::string name = std::string(meant.front()) + path.extension().string();
  return fmt::format("; did you mean {}?", (path.parent_path() / name).string());
}

Error cannot_read(const fs::path& path, int code) {
  const std::string meant = code == ENOENT   ? file_meant(path)
                            : code == EISDIR ? "; it is a folder, name a file in it"
                                             : "";
  return bad_input(fmt::format("cannot read {}: {}{}", path.string(), std::strerror(code), meant));
}

// Writes all bytes. Returns 0, or the errno.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

Status write_directly(const fs::path& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.ok()) return cannot_write(path, errno);
  if (const int code = write_all(file.number(), bytes)) return cannot_write(path, code);
  return file.close() ? Status(Nothing{}) : Status(cannot_write(path, errno));
}

// Returns the file at the end of a chain of links, though it may not exist yet.
std::optional<fs::path> behind_links(fs::path path) {
  constexpr int most_links = 40;  // as the kernel's own limit
  for (int links = 0; links < most_links; ++links) {
    std::error_code problem;
    if (!fs::is_symlink(path, problem)) return path;
    const fs::path target = fs::read_symlink(path, problem);
    if (problem) return std::nullopt;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return std::nullopt;
}

// Puts the old file's mode on its successor; a new file keeps the mode that umask left of 0666.
bool keep_mode(const Descriptor& file, const fs::path& target) {
  struct stat old {};
  return ::stat(target.c_str(), &old) != 0 || ::fchmod(file.number(), old.st_mode & 07777) == 0;
}

// Fills the open temporary and puts it in the target's place. Returns 0, or the errno.
int fill_and_rename(Descriptor& file, const std::string& temporary, const fs::path& target, std::string_view bytes) {
  if (const int code = write_all(file.number(), bytes)) return code;
  if (!keep_mode(file, target)) return errno;
  if (::fsync(file.number()) != 0 && errno != EINVAL) return errno;
  if (!file.close()) return errno;
  return ::rename(temporary.c_str(), target.c_str()) == 0 ? 0 : errno;
}

// Syncs the folder, so that the rename itself outlives a power cut; a folder that cannot be synced is no reason to
// fail.
void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.ok()) static_cast<void>(::fsync(descriptor.number()));
}

// A new file beside the target: ".NAME.PID.0.tmp". Numbers go up past the files that a killed process with our id left
// behind.
struct Temporary {
  std::string path;
  int descriptor = -1;
};
Temporary open_beside(const fs::path& target) {
  const std::string stem = target.filename().string().substr(0, 100);  // names end at 255 bytes
  Temporary temporary;
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary.path = target.parent_path() / fmt::format(".{}.{}.{}.tmp", stem, ::getpid(), attempt);
    temporary.descriptor = ::open(temporary.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (temporary.descriptor >= 0 || errno != EEXIST) break;
  }
  return temporary;
}

Status replace(const fs::path& path, const fs::path& target, std::string_view bytes) {
  const NoSizeSignal blocked;
  const Temporary temporary = open_beside(target);
  Descriptor file(temporary.descriptor);
  if (!file.ok()) return cannot_write(path, errno);
  if (const int code = fill_and_rename(file, temporary.path, target, bytes)) {
    ::unlink(temporary.path.c_str());
    return cannot_write(path, code);
  }
  sync_folder(target.has_parent_path() ? target.parent_path() : fs::path("."));
  return Nothing{};
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t most) {
  if (!is_name(path)) return cannot_read(path, EINVAL);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.ok()) return cannot_read(path, errno);
  std::string text;
  std::string chunk(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t count = ::read(file.number(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(path, errno);
    if (count == 0) return text;
    text.append(chunk, 0, static_cast<std::size_t>(count));
    if (text.size() > most)
      return bad_input(fmt::format("cannot read {}: larger than {} MiB", path.string(), most >> 20));
  }
}

Status write_file(const fs::path& path, std::string_view bytes) {
  if (!is_name(path)) return cannot_write(path, EINVAL);
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::is_directory(status)) return cannot_write(path, EISDIR);
  if (path.empty() || !path.has_filename()) return cannot_write(path, path.empty() ? ENOENT : EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(path, bytes);
  const std::optional<fs::path> target = behind_links(path);
  if (!target) return cannot_write(path, ELOOP);
  return replace(path, *target, bytes);
}

}  // namespace tcviz::inline gpu_layout
