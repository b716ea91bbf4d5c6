// The work that is done for the workspace X-ray outside it: kernels executed, files of live registers read.
#pragma once

#include <functional>
#include <string>

#include "app/session/xray/live_run.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

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

struct XrayWorks {
  XrayWork run_xray;         // how a kernel of a person is executed; empty: it is not
  LiveWork read_live;        // how a file of live registers is read; empty: it is not
  XrayFigureWork draw_xray;  // how a product of it becomes a figure; empty: it does not
};

}  // namespace tcviz::inline app_session
