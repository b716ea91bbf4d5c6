// The thread that has files of live registers read.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

struct LiveJob {
  int number = 0;
  LiveQuestion question;
};

class LiveRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  LiveRunner(LiveWork work, std::function<void()> wake)
      : thread_([work = std::move(work)](const LiveJob& job, const auto& context) { perform(job, work, context); },
                [](const LiveJob& job, const char* why) {
                  return XrayAction(FailLive{job.number, why});
                },
                [](const XrayAction&, const XrayAction&) { return false; }, std::move(wake)) {}

  // Takes the place of a job that still waits, and ends one that runs.
  void start(LiveJob job) {
    thread_.take_back([](const LiveJob&) { return true; });
    thread_.stop();
    thread_.start(std::move(job));
  }
  std::vector<XrayAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  static void perform(const LiveJob& job, const LiveWork& work, const JobContext<XrayAction>& context) {
    if (!work) return context.tell(FailLive{job.number, "this program cannot read live registers."});
    Result<LiveRun> run = work(job.question, context.stopped);
    if (!run.ok()) return context.tell(FailLive{job.number, run.error().message});
    context.tell(TakeLive{job.number, std::make_shared<const LiveRun>(std::move(run).value())});
  }

  JobThread<LiveJob, XrayAction> thread_;
};

}  // namespace tcviz::inline app_session
