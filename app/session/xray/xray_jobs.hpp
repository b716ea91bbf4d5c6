// The background threads of the workspace X-ray: one executes kernels, one reads files of live registers,
// one saves the kernel's text, one looks at its file.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/xray/xray_task.hpp"

namespace tcviz::inline app_session {

// A request to execute a kernel and show one product.
struct XrayJob {
  int number = 0;
  std::string source;
  bool is_cuda = false;
  std::shared_ptr<const XrayRun> run;  // an earlier run of the same source, which saves the execution; null: none
  std::optional<int> product;          // index of the product; none: first_product()
  std::string path, access = {}, launch = {}, opened = {};  // as in XrayQuestion
};

struct LiveJob {
  int number = 0;
  LiveQuestion question;
};

// A thread that looks at the kernel's file, which another editor may write.
class XrayWatch {
 public:
  // Looks at the file at the interval `every`; calls `wake` if there is news.
  XrayWatch(std::chrono::milliseconds every, Wake wake);

  // Looks at this file from now on; an empty path: at none. To be called by one thread.
  void follow(const std::string& path);
  // Returns a TakeXrayText for each time that the file was written, and for the first look.
  std::vector<XrayAction> take_news();
  // Returns at once: it never ends by itself.
  static bool wait(std::chrono::milliseconds) { return true; }

 private:
  void run(const std::stop_token& stop);

  std::chrono::milliseconds every_;
  Wake wake_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string path_;
  bool moved_ = false;  // the path has changed, and the thread has not seen that
  std::vector<XrayAction> news_;
  std::jthread thread_;
};

class XrayJobs {
 public:
  using Task = XrayTask;
  using Works = XrayWorks;
  XrayJobs(const XrayWorks& works, const std::filesystem::path& folder, Wake wake);

  // Takes the requests in `state` and starts their jobs; called in every frame.
  void serve(XrayState& state, const JobScene& scene);
  // Calls `f` with each thread.
  template <class F>
  void each_thread(F f) {
    f(xray_), f(live_), f(saver_), f(watch_);
  }

 private:
  JobThread<XrayJob, XrayAction> xray_;
  JobThread<LiveJob, XrayAction> live_;
  JobThread<XraySave, XrayAction> saver_;
  XrayWatch watch_;
};

}  // namespace tcviz::inline app_session
