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
  XrayWork run_xray;         // executes a kernel of a person; empty: it is not executed
  LiveWork read_live;        // reads a file of live registers; empty: it is not read
  XrayFigureWork draw_xray;  // draws a product of it as a figure; empty: it is not drawn
};

}  // namespace tcviz::inline app_session
