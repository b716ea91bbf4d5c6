// A thread beside the window that does jobs in the order in which they come: jobs go in, news come out, and whoever
// waits for news is woken. A job that hangs holds up this thread only: no call here waits for it, except wait(),
// close() and the destructor. It knows nothing of the jobs and their news.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
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

// A job reports its progress through this, and learns from it whether it must end early.
template <class News>
struct JobContext {
  std::function<void(News)> tell;
  std::function<bool()> stopped;
};

template <class Job, class News>
class JobThread {
 public:
  // Does a job in the thread.
  using Work = std::function<void(const Job&, const JobContext<News>&)>;
  // No exception should leave a job. If one does (no memory, say), this message is sent, and the program goes on.
  using Failed = std::function<News(const Job&, const char* why)>;
  // True if `fresh` replaces news that has not been taken yet.
  using Outdated = std::function<bool(const News& old, const News& fresh)>;
  // News that come by themselves while no job does.
  struct Beat {
    News news;
    std::chrono::milliseconds every;
  };

  // `wake` is called whenever there is news, with the mutex held: it must be quick and must not call the thread.
  JobThread(Work work, Failed failed, Outdated outdated, std::function<void()> wake)
      : shared_(std::make_shared<Shared>()) {
    shared_->work = std::move(work);
    shared_->failed = std::move(failed);
    shared_->outdated = std::move(outdated);
    shared_->wake = std::move(wake);
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

  // Takes the place of those that wait, and ends the one that runs.
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

  // True if jobs that match were waiting; they are not done.
  template <class Matches>
  bool take_back(Matches matches) {
    const std::lock_guard lock(shared_->mutex);
    const bool any = std::erase_if(shared_->jobs, [&](const Entry& entry) { return matches(entry.job); }) > 0;
    shared_->changed.notify_all();  // wakes those who wait for the end of all
    return any;
  }

  void beat(std::optional<Beat> beat) {
    const std::lock_guard lock(shared_->mutex);
    shared_->beat = std::move(beat);
    shared_->changed.notify_all();
  }

  void tell(News news) { shared_->tell(std::move(news)); }
  std::vector<News> take_news() {
    const std::lock_guard lock(shared_->mutex);
    return std::exchange(shared_->news, {});
  }

  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(shared_->mutex);
    return shared_->changed.wait_for(lock, most, [&] { return shared_->jobs.empty() && !shared_->running; });
  }

  // Drops waiting jobs, asks the running one to end and waits for it; `wake` is not called any more. False if the job
  // has not ended after `grace`: the thread is then left to itself, with all that its work holds.
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

  // Outlives the JobThread if its thread hangs.
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

    void tell(News fresh) {
      const std::lock_guard lock(mutex);
      add(std::move(fresh));
    }

    void close() {
      const std::lock_guard lock(mutex);
      closing = true;
      jobs.clear();
      if (running) running->stopped = true;
      changed.notify_all();
    }

    // Adds the news; this and the rest run with the mutex held.
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
      if (shared.closing) return;
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
