#include "app/ui/theatre_runner.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <random>
#include <utility>

namespace tcviz {

struct TheatreRunner::Shared {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<TheatreJob> jobs;
  std::vector<TheatreAction> news;
  bool running = false, stop = false, closing = false;

  void tell(TheatreAction action) {
    const std::lock_guard lock(mutex);
    std::erase_if(news, [](const TheatreAction& a) { return std::holds_alternative<OperationProgress>(a); });
    news.push_back(std::move(action));
    if (!closing) wake();
  }
};

namespace {

RunRequest request_of(const TheatreJob& job) {
  RunRequest request;
  request.operation = find_operation(job.choice.operation);
  request.layout = job.layout;
  if (job.choice.operation == "body") request.own_body = job.choice.body;
  request.scalars = {job.choice.a, job.choice.b, job.choice.d};
  // The same numbers while somebody turns a knob; fresh ones for the GPU.
  request.seed = job.on_gpu ? std::random_device{}() : 1;
  request.ordinal = job.ordinal;
  if (job.timing) request.batches = theatre_batches();
  return request;
}

std::shared_ptr<const TheatreRun> finished(const TheatreJob& job, const RunRequest& request, Result<RunResult> result) {
  const auto texts = texts_of(request);
  return std::make_shared<TheatreRun>(
      TheatreRun{job.choice, job.source, job.layout, std::move(result), texts ? texts.value().shown : std::string()});
}

// No exception leaves a room by rights; one that does (no memory, say) must not end the program.
std::shared_ptr<const TheatreRun> carry_out(const TheatreJob& job, const RunWork& work, const RunProgress& progress) {
  const RunRequest request = request_of(job);
  try {
    if (!job.on_gpu) return finished(job, request, run_on_cpu(request));
    if (!work) return finished(job, request, unavailable("This program cannot run kernels."));
    return finished(job, request, work(request, progress));
  } catch (const std::exception& error) {
    return finished(job, request, unavailable(error.what()));
  }
}

}  // namespace

std::vector<int> theatre_batches() { return {1 << 14, 1 << 16, 1 << 18, 1 << 20}; }

TheatreRunner::TheatreRunner(RunWork work, std::function<void()> wake) : shared_(std::make_shared<Shared>()) {
  shared_->wake = std::move(wake);
  thread_ = std::jthread([shared = shared_, work = std::move(work)] { run(shared, work); });
}

TheatreRunner::~TheatreRunner() {
  const std::lock_guard lock(shared_->mutex);
  shared_->closing = shared_->stop = true;
  shared_->jobs.clear();
  shared_->changed.notify_all();
}

void TheatreRunner::start(TheatreJob job) {
  const std::lock_guard lock(shared_->mutex);
  if (!job.on_gpu) std::erase_if(shared_->jobs, [](const TheatreJob& waiting) { return !waiting.on_gpu; });
  if (job.on_gpu) shared_->stop = false;  // a stop that comes before the job begins counts
  shared_->jobs.push_back(std::move(job));
  shared_->changed.notify_all();
}

void TheatreRunner::stop() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
}

std::vector<TheatreAction> TheatreRunner::take_news() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->news, {});
}

bool TheatreRunner::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, most, [&] { return shared_->jobs.empty() && !shared_->running; });
}

void TheatreRunner::run(const std::shared_ptr<Shared>& shared, const RunWork& work) {
  std::unique_lock lock(shared->mutex);
  while (true) {
    shared->changed.wait(lock, [&] { return shared->closing || !shared->jobs.empty(); });
    if (shared->closing) return;
    const TheatreJob job = std::move(shared->jobs.front());
    shared->jobs.pop_front();
    shared->running = true;
    lock.unlock();
    const RunProgress progress = [&](std::string_view doing, int done, int all) {
      shared->tell(OperationProgress{std::string(doing), done, all});
      const std::lock_guard inner(shared->mutex);
      return !shared->stop;
    };
    auto run = carry_out(job, work, progress);
    shared->tell(OperationEnded{std::move(run), job.on_gpu});
    lock.lock();
    shared->running = false;
    shared->changed.notify_all();
  }
}

}  // namespace tcviz
