// A kernel executed with labels in a process of its own, by `tcviz xray FILE --json`: whatever happens there, who asked
// goes on.
#pragma once

#include <string>

#include "app/session/xray/xray_runner.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct KernelToRun {
  std::string program;  // the path of tcviz
  std::string source;   // with its launch in a comment
  bool is_cuda = false;
  std::string event;  // "2:w1": the product whose cells are wanted; empty: none
};

// Waits for the end; `stopped` is asked every 50 ms. BadInput: what tcviz says of the source; Unavailable: it came to
// no answer, and why: it crashed, took longer than two minutes or was stopped.
Result<XrayReport> run_kernel(const KernelToRun& kernel, const std::function<bool()>& stopped = {});

// The same for one source again and again: what it was compiled to is kept until another source comes.
XrayWork kernel_runner(std::string program);
// By `tcviz xray FILE --event ... -o FILE`.
XrayFigureWork kernel_figures(std::string program);

}  // namespace tcviz::inline app_session
