// Looks at the kernel's file.

#include <optional>
#include <utility>

#include "app/asked/watched_file.hpp"
#include "app/session/xray/xray_jobs.hpp"

namespace tcviz::inline app_session {

XrayWatch::XrayWatch(std::chrono::milliseconds every, Wake wake)
    : every_(every), wake_(std::move(wake)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void XrayWatch::follow(const std::string& path) {
  if (path == path_) return;
  const std::lock_guard lock(mutex_);
  path_ = path;
  moved_ = true;
  changed_.notify_all();
}

std::vector<XrayAction> XrayWatch::take_news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

// Looks without the mutex: a slow disk holds up nobody.
void XrayWatch::run(const std::stop_token& stop) {
  std::optional<WatchedFile> file;
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (std::exchange(moved_, false)) file.emplace(path_);
    if (!file || file->path().empty()) {
      changed_.wait(lock, stop, [&] { return moved_; });
      continue;
    }
    lock.unlock();
    std::optional<std::string> text = file->look();
    lock.lock();
    if (text && !moved_) {
      news_.push_back(TakeXrayText{file->path().string(), std::move(*text)});
      wake_();
    }
    changed_.wait_for(lock, stop, every_, [&] { return moved_; });
  }
}

}  // namespace tcviz::inline app_session
