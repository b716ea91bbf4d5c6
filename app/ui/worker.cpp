#include "app/ui/worker.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace tcviz {

// Outlives the Worker where its thread hangs.
struct Worker::Shared {
  std::vector<LayoutSource*> sources;
  std::function<void()> wake;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::size_t> jobs;
  std::optional<std::size_t> running;
  bool stop_running = false;
  bool closing = false;
  bool ended = false;
  std::vector<Action> news;

  // Both with the mutex held. After close() nobody is woken: the window may be gone.
  bool idle() const { return jobs.empty() && !running; }
  void tell(Action action) {
    news.push_back(std::move(action));
    if (!closing) wake();
    changed.notify_all();
  }
};

namespace {

std::vector<KindResult> failed(std::span<const std::string> kinds, const std::string& message) {
  std::vector<KindResult> results;
  results.reserve(kinds.size());
  for (const std::string& kind : kinds) results.push_back({kind, unavailable(message)});
  return results;
}

// No exception leaves a source by rights; one that does (no memory, say) must not end the program.
std::shared_ptr<const Answers> ask_all(LayoutSource& source, const Progress& progress) {
  auto answers = std::make_shared<Answers>();
  const std::vector<std::string> kinds = source.kinds();
  try {
    answers->results = source.layouts(kinds, progress);
  } catch (const std::exception& error) {
    answers->results =
        failed(kinds, source.info().name + " failed: " + error.what() + "; ask it again or choose another.");
  }
  return answers;
}

bool is_progress_of(const Action& action, std::size_t source) {
  const auto* progress = std::get_if<SourceProgress>(&action);
  return progress != nullptr && progress->source == source;
}

}  // namespace

Worker::Worker(std::vector<LayoutSource*> sources, std::function<void()> wake) : shared_(std::make_shared<Shared>()) {
  shared_->sources = std::move(sources);
  shared_->wake = std::move(wake);
  thread_ = std::jthread([shared = shared_] { run(shared); });
}

Worker::~Worker() { close(std::chrono::seconds(5)); }

void Worker::ask(std::size_t source) {
  const std::lock_guard lock(shared_->mutex);
  if (source >= shared_->sources.size()) return;
  shared_->jobs.push_back(source);
  shared_->changed.notify_all();
}

void Worker::stop(std::size_t source) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->running == source) shared_->stop_running = true;
  if (std::erase(shared_->jobs, source) > 0) shared_->tell(SourceAnswered{source, true, nullptr});
}

std::vector<Action> Worker::take_news() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->news, {});
}

bool Worker::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, most, [&] { return shared_->idle(); });
}

bool Worker::close(std::chrono::milliseconds grace) {
  if (!thread_.joinable()) return true;
  std::unique_lock lock(shared_->mutex);
  shared_->closing = true;
  shared_->jobs.clear();
  shared_->stop_running = true;
  shared_->changed.notify_all();
  const bool idle = shared_->changed.wait_for(lock, grace, [&] { return shared_->ended || !shared_->running; });
  lock.unlock();
  if (idle) thread_.join();
  if (!idle) thread_.detach();
  return idle;
}

void Worker::run(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (true) {
    shared->changed.wait(lock, [&] { return shared->closing || !shared->jobs.empty(); });
    if (shared->closing) break;
    const std::size_t source = shared->jobs.front();
    shared->jobs.pop_front();
    shared->running = source;
    shared->stop_running = false;
    shared->tell(SourceProgress{source, 0, 0});
    lock.unlock();
    auto answers = ask_all(*shared->sources[source], [&](int done, int all) {
      const std::lock_guard inner(shared->mutex);
      std::erase_if(shared->news, [&](const Action& a) { return is_progress_of(a, source); });
      shared->tell(SourceProgress{source, done, all});
      return !shared->stop_running;
    });
    lock.lock();
    shared->running.reset();
    shared->tell(SourceAnswered{source, shared->stop_running, std::move(answers)});
  }
  shared->ended = true;
  shared->changed.notify_all();
}

}  // namespace tcviz
