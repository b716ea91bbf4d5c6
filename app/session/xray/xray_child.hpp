// Executes kernels for the X-ray, and reads files of live registers, in child processes, so that a crash there does not
// end the window. A child stays alive for further questions, and that of kernels remembers those it has executed.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/session/xray/xray_works.hpp"

namespace tcviz::inline app_session {

// A question to the child process about a kernel, whose files are in a folder. The child answers it in serve_xray()
// (app/cli/kernels/xray_work.hpp).
struct KernelQuestion {
  std::string folder;  // identifies the kernel: the child executes it once
  std::string file;    // name of the source in the folder, "kernel.cu"
  bool has_launch = false;
  std::string event, path, access;  // as the options --event, --path and --access of `tcviz xray`; empty: not given
  std::string figure;               // name of a file in the folder to draw the product to; empty: none
  std::string opened;               // as in XrayQuestion: headers are looked for beside it
};
inline constexpr std::string_view kernel_launch_file = "launch.json", kernel_ptx_file = "compiled.ptx";

template <class V>
void fields(V& v, KernelQuestion& request) {
  v("folder", request.folder);
  v("file", request.file);
  v("has_launch", request.has_launch);
  v("event", request.event);
  v("path", request.path);
  v("access", request.access);
  v("figure", request.figure);
  v("opened", request.opened);
}

// Returns a function that executes kernels. `command` starts the child process, at the first question. Errors are those
// of `tcviz xray`, or Unavailable if the child crashed, said nothing for longer than `patience` or was stopped.
XrayWork kernel_runner(std::vector<std::string> command, std::chrono::milliseconds patience = std::chrono::minutes(2));
// Returns a function that draws the figure of a product in a child process that ends afterwards.
XrayFigureWork kernel_figures(std::vector<std::string> command);

// Returns a function that reads files of live registers. The child answers in serve_live()
// (app/cli/kernels/live_work.hpp). Errors are those of `tcviz live`, or Unavailable as above.
LiveWork live_reader(std::vector<std::string> command, std::chrono::milliseconds patience = std::chrono::minutes(1));

}  // namespace tcviz::inline app_session
