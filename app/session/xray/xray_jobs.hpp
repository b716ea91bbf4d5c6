// The threads that have kernels executed and files of live registers read.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/session/base/job_thread.hpp"
#include "app/session/xray/xray_task.hpp"

namespace tcviz::inline app_session {

struct XrayJob {
  int number = 0;
  std::string source;
  bool is_cuda = false;
  std::shared_ptr<const XrayRun> run;  // of this source, if there is one
  std::optional<int> product;
  std::string path, access = {}, launch = {};
};

struct LiveJob {
  int number = 0;
  LiveQuestion question;
};

class XrayJobs {
 public:
  using Task = XrayTask;
  XrayJobs(const XrayWorks& works, const std::filesystem::path& folder, Wake wake);

  void serve(XrayState& state, const JobScene& scene);
  template <class F>
  void each_thread(F f) {
    f(xray_), f(live_);
  }

 private:
  JobThread<XrayJob, XrayAction> xray_;
  JobThread<LiveJob, XrayAction> live_;
};

}  // namespace tcviz::inline app_session
