#include "app/ui/gemm_runner.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace tcviz {
namespace {

constexpr std::chrono::milliseconds tick(350);

}  // namespace

struct GemmRunner::Shared {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<GemmJob> jobs;
  std::vector<GemmAction> news;
  bool running = false, stop = false, closing = false, playing = false;

  void tell(GemmAction action) {
    const std::lock_guard lock(mutex);
    std::erase_if(news, [](const GemmAction& a) { return std::holds_alternative<ProductsProgress>(a); });
    news.push_back(std::move(action));
    if (!closing) wake();
  }
};

GemmRunner::GemmRunner(std::function<void()> wake) : shared_(std::make_shared<Shared>()) {
  shared_->wake = std::move(wake);
  thread_ = std::jthread([shared = shared_] { run(shared); });
}

GemmRunner::~GemmRunner() {
  const std::lock_guard lock(shared_->mutex);
  shared_->closing = shared_->stop = true;
  shared_->jobs.clear();
  shared_->changed.notify_all();
}

void GemmRunner::start(GemmJob job) {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = false;
  shared_->jobs.push_back(std::move(job));
  shared_->changed.notify_all();
}

void GemmRunner::stop() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
}

void GemmRunner::play(bool on) {
  const std::lock_guard lock(shared_->mutex);
  shared_->playing = on;
  shared_->changed.notify_all();
}

std::vector<GemmAction> GemmRunner::take_news() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->news, {});
}

bool GemmRunner::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, most, [&] { return shared_->jobs.empty() && !shared_->running; });
}

void GemmRunner::run(const std::shared_ptr<Shared>& shared) {
  const GemmJobContext context{[&](GemmAction action) { shared->tell(std::move(action)); },
                               [&] {
                                 const std::lock_guard inner(shared->mutex);
                                 return shared->stop;
                               }};
  std::unique_lock lock(shared->mutex);
  while (true) {
    const auto due = [&] { return shared->closing || !shared->jobs.empty(); };
    if (!shared->playing) shared->changed.wait(lock, [&] { return due() || shared->playing; });
    if (shared->playing && !due()) shared->changed.wait_for(lock, tick, [&] { return due() || !shared->playing; });
    if (shared->closing) return;
    if (shared->jobs.empty()) {
      if (!shared->playing) continue;
      shared->news.emplace_back(StepPhase{1});
      shared->wake();
      continue;
    }
    const GemmJob job = std::move(shared->jobs.front());
    shared->jobs.pop_front();
    shared->running = true;
    lock.unlock();
    try {
      job(context);
    } catch (const std::exception& error) {  // no memory, say: it must not end the program
      shared->tell(TellProducts{error.what(), true, true});
    }
    lock.lock();
    shared->running = false;
    shared->changed.notify_all();
  }
}

}  // namespace tcviz
