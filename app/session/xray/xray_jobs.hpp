// The background threads of the workspace X-ray: one executes kernels, one reads files of live registers.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

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
    f(xray_), f(live_);
  }

 private:
  JobThread<XrayJob, XrayAction> xray_;
  JobThread<LiveJob, XrayAction> live_;
};

}  // namespace tcviz::inline app_session
