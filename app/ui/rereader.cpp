#include "app/ui/rereader.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>

namespace tcviz {

struct Rereader::Shared {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Action> news;
  bool running = false, stop = false;

  void tell(Action action) {
    const std::lock_guard lock(mutex);
    std::erase_if(news, [](const Action& a) { return std::holds_alternative<RereadStep>(a); });
    news.push_back(std::move(action));
    wake();
  }
};

namespace {

std::optional<Map> map_in(const KnownAnswers& known, const std::string& architecture, const std::string& kind) {
  for (const auto& [name, answers] : known) {
    const Result<Layout>* layout = name == architecture && answers ? answers->find(kind) : nullptr;
    if (layout != nullptr && layout->ok()) return Map(layout->value().map().begin(), layout->value().map().end());
  }
  return std::nullopt;
}

}  // namespace

RereadEnded reread_here(const KnownAnswers& known, const OnReread& progress) {
  bool stopped = false;
  const auto ask = [&](const RereadProgress& at) { return !(stopped = !progress(at)); };
  const auto find = [&](const std::string& architecture, const std::string& kind) {
    return map_in(known, architecture, kind);
  };
  const auto all = reread_all(find, ask);
  if (!all) return {stopped, false, stopped ? "Stopped." : all.error().message};
  const bool good =
      std::ranges::all_of(all.value(), [](const Reread& each) { return each.differ == 0 && each.refused == 0; });
  return {false, good, "Read afresh: " + describe(all.value()) + "."};
}

Rereader::Rereader(RereadWork work, std::function<void()> wake)
    : shared_(std::make_shared<Shared>()), work_(std::move(work)) {
  shared_->wake = std::move(wake);
}

Rereader::~Rereader() { stop(); }

void Rereader::start(KnownAnswers known) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->running = true;
    shared_->stop = false;
  }
  thread_ = std::jthread([shared = shared_, work = work_, known = std::move(known)] {
    RereadEnded ended;
    try {
      ended = work(known, [&](const RereadProgress& at) {
        shared->tell(RereadStep{at});
        const std::lock_guard lock(shared->mutex);
        return !shared->stop;
      });
    } catch (const std::exception& error) {
      ended.outcome = error.what();
    }
    shared->tell(ended);
    const std::lock_guard lock(shared->mutex);
    shared->running = false;
    shared->changed.notify_all();
  });
}

void Rereader::stop() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
}

std::vector<Action> Rereader::take_news() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->news, {});
}

bool Rereader::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, most, [&] { return !shared_->running; });
}

}  // namespace tcviz
