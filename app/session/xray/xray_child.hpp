// Executes kernels for the X-ray in a child process, so that a crash there does not end the window. The child stays
// alive and remembers the kernels that it has executed, to answer further questions about them.
#pragma once

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
}

// Returns a function that executes kernels. `command` starts the child process, at the first question. Errors are those
// of `tcviz xray`, or Unavailable if the child crashed, took longer than two minutes or was stopped.
XrayWork kernel_runner(std::vector<std::string> command);
// Returns a function that draws the figure of a product in a child process that ends afterwards.
XrayFigureWork kernel_figures(std::vector<std::string> command);

}  // namespace tcviz::inline app_session
