// The functions that the workspace X-ray needs from outside: to execute kernels, read files of live registers, and draw
// figures.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "app/session/xray/live_run.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_session {

// A question about a kernel.
struct XrayQuestion {
  std::string source;
  bool is_cuda = false;
  std::string event;  // "2:w1": the product whose cells the report is to contain; empty: none
  std::string path;   // "B[k=3,n=5]": the element whose path (from memory to the product) it is to contain; empty: none
  std::string access = {};  // "24": the access to shared memory that it is to contain (--access); empty: none
  std::string launch = {};  // the launch as JSON; empty: it is in a comment in the source
  std::string opened = {};  // path of the file that the source was read from; empty: none
};
// Executes a kernel in the calling thread; ends early if `stopped` returns true.
using XrayWork = std::function<Result<XrayReport>(const XrayQuestion&, const std::function<bool()>& stopped)>;

// Draws the product of the question; `suffix` names the format: ".svg". Returns the bytes of the file.
using XrayFigureWork = std::function<Result<std::string>(const XrayQuestion&, const std::string& suffix)>;

struct XrayWorks {
  XrayWork run_xray;                          // empty: this program cannot execute kernels
  LiveWork read_live;                         // empty: it cannot read live registers
  XrayFigureWork draw_xray;                   // empty: it cannot draw products
  std::chrono::milliseconds look_every{500};  // interval of looking at the kernel's file
};

}  // namespace tcviz::inline app_session
