// The thread that has kernels executed, and asks for the cells of one product.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

// A question about a kernel.
struct XrayQuestion {
  std::string source;
  bool is_cuda = false;
  std::string event;        // "2:w1": the product whose cells are wanted; empty: none
  std::string path;         // "B[k=3,n=5]": the element whose way is wanted; empty: none
  std::string access = {};  // "24": the access to shared memory that is wanted, as --access has it; empty: none
  std::string launch = {};  // a launch file, as JSON; empty: a comment in the source says it
};
// Executes a kernel, in the thread that calls it; `stopped` is asked now and then. Empty: it cannot.
using XrayWork = std::function<Result<XrayReport>(const XrayQuestion&, const std::function<bool()>& stopped)>;

// The figure of the product that is asked for, by its suffix: ".svg". Empty: it cannot.
using XrayFigureWork = std::function<Result<std::string>(const XrayQuestion&, const std::string& suffix)>;

struct XrayJob {
  int number = 0;
  std::string source;
  bool is_cuda = false;
  std::shared_ptr<const XrayRun> run;  // of this source, if there is one
  std::optional<int> product;
  std::string path, access = {}, launch = {};
};

class XrayRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  XrayRunner(XrayWork work, std::function<void()> wake);

  // Takes the place of a job that still waits, and ends one that runs.
  void start(XrayJob job);
  void stop() { thread_.stop(); }
  std::vector<XrayAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<XrayJob, XrayAction> thread_;
};

}  // namespace tcviz::inline app_session
