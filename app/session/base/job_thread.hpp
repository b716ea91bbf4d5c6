// A background thread with a queue of jobs. It runs them in the order of their arrival and collects their reports,
// called news, which another thread takes with take_news(). `Job` and `News` are any types. A job that hangs blocks
// this thread only: no function here waits for it, except wait(), close() and the destructor.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tcviz::inline app_session {

// Given to a running job: `tell` sends news, `stopped` returns true once the job is to end early.
template <class News>
struct JobContext {
  std::function<void(News)> tell;
  std::function<bool()> stopped;
};

template <class Job, class News>
class JobThread {
 public:
  // Runs a job; called in the background thread.
  using Work = std::function<void(const Job&, const JobContext<News>&)>;
  // Makes the news that is sent if an exception leaves a job (which should not happen; for example out of memory).
  using Failed = std::function<News(const Job&, const char* why)>;
  // True if `fresh` makes `old`, which has not been taken yet, unnecessary: `old` is dropped.
  using Outdated = std::function<bool(const News& old, const News& fresh)>;
  // News that the thread sends again and again, at the interval `every`, while it has no job.
  struct Beat {
    News news;
    std::chrono::milliseconds every;
  };

  // Says whether waiting jobs are dropped at the end, or done.
  enum class AtEnd : std::uint8_t { Dropped, Done };

  // `wake` is called whenever there is news, with the mutex held: it must be quick and must not call the thread.
  JobThread(Work work, Failed failed, Outdated outdated, std::function<void()> wake, AtEnd at_end = AtEnd::Dropped)
      : shared_(std::make_shared<Shared>()) {
    shared_->work = std::move(work);
    shared_->failed = std::move(failed);
    shared_->outdated = std::move(outdated);
    shared_->wake = std::move(wake);
    shared_->at_end = at_end;
    thread_ = std::jthread([shared = shared_] { run(*shared); });
  }
  JobThread(const JobThread&) = delete;
  JobThread& operator=(const JobThread&) = delete;
  ~JobThread() { shared_->close(); }  // and joins

  void start(Job job) {
    const std::lock_guard lock(shared_->mutex);
    shared_->jobs.push_back({std::move(job), false});
    shared_->changed.notify_all();
  }

  // Drops all waiting jobs, asks the running one to end early, and queues `job`.
  void replace(Job job) {
    take_back([](const Job&) { return true; });
    stop();
    start(std::move(job));
  }

  // Asks the jobs that match, waiting or running, to end early.
  template <class Matches>
  void stop(Matches matches) {
    const std::lock_guard lock(shared_->mutex);
    for (Entry& entry : shared_->jobs) entry.stopped = entry.stopped || matches(entry.job);
    if (shared_->running && matches(shared_->running->job)) shared_->running->stopped = true;
  }
  void stop() {
    stop([](const Job&) { return true; });
  }

  // Drops the waiting jobs that match. Returns true if there were any.
  template <class Matches>
  bool take_back(Matches matches) {
    const std::lock_guard lock(shared_->mutex);
    const bool any = std::erase_if(shared_->jobs, [&](const Entry& entry) { return matches(entry.job); }) > 0;
    shared_->changed.notify_all();  // wakes wait()
    return any;
  }

  // Starts sending `beat`, or stops it (none).
  void beat(std::optional<Beat> beat) {
    const std::lock_guard lock(shared_->mutex);
    shared_->beat = std::move(beat);
    shared_->changed.notify_all();
  }

  // Sends news from outside of a job.
  void tell(News news) { shared_->tell(std::move(news)); }
  std::vector<News> take_news() {
    const std::lock_guard lock(shared_->mutex);
    return std::exchange(shared_->news, {});
  }

  // Waits until no job waits or runs. Returns false if that takes longer than `most`.
  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(shared_->mutex);
    return shared_->changed.wait_for(lock, most, [&] { return shared_->jobs.empty() && !shared_->running; });
  }

  // Drops waiting jobs (but see AtEnd), asks the running one to end and waits for it; `wake` is not called any more.
  // Returns false if the job has not ended after `grace`: the thread is then detached, and what its work refers to
  // stays alive.
  bool close(std::chrono::milliseconds grace) {
    if (!thread_.joinable()) return true;
    shared_->close();
    const bool ended = wait(grace);
    if (ended) thread_.join();
    if (!ended) thread_.detach();
    return ended;
  }

 private:
  struct Entry {
    Job job;
    bool stopped = false;
  };

  // The state that both threads use; it outlives the JobThread if its thread hangs.
  struct Shared {
    Work work;
    Failed failed;
    Outdated outdated;
    std::function<void()> wake;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Entry> jobs;
    std::optional<Entry> running;
    std::optional<Beat> beat;
    std::vector<News> news;
    bool closing = false;
    AtEnd at_end = AtEnd::Dropped;

    void tell(News fresh) {
      const std::lock_guard lock(mutex);
      add(std::move(fresh));
    }

    void close() {
      const std::lock_guard lock(mutex);
      closing = true;
      if (at_end == AtEnd::Dropped) jobs.clear();
      if (running && at_end == AtEnd::Dropped) running->stopped = true;
      changed.notify_all();
    }

    // Adds the news. This function and await_job run with the mutex held.
    void add(News fresh) {
      std::erase_if(news, [&](const News& old) { return outdated(old, fresh); });
      news.push_back(std::move(fresh));
      if (!closing) wake();
    }

    void await_job(std::unique_lock<std::mutex>& lock) {
      const auto due = [&] { return closing || !jobs.empty(); };
      while (!due()) {
        if (!beat) {
          changed.wait(lock, [&] { return due() || beat; });
        } else if (!changed.wait_for(lock, beat->every, [&] { return due() || !beat; })) {
          add(beat->news);
        }
      }
    }
  };

  static void run(Shared& shared) {
    const JobContext<News> context{[&](News news) { shared.tell(std::move(news)); },
                                   [&] {
                                     const std::lock_guard lock(shared.mutex);
                                     return shared.running->stopped;
                                   }};
    std::unique_lock lock(shared.mutex);
    while (true) {
      shared.await_job(lock);
      if (shared.jobs.empty()) return;  // it is closing
      shared.running = std::move(shared.jobs.front());
      shared.jobs.pop_front();
      lock.unlock();
      try {
        shared.work(shared.running->job, context);
      } catch (const std::exception& error) {
        shared.tell(shared.failed(shared.running->job, error.what()));
      }
      lock.lock();
      shared.running.reset();
      shared.changed.notify_all();
    }
  }

  std::shared_ptr<Shared> shared_;
  std::jthread thread_;
};

}  // namespace tcviz::inline app_session
