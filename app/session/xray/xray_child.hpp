// Kernels executed with labels in a process of its own, which stays and keeps all that it has executed: the asking
// program goes on, whatever happens there.
#pragma once

#include <string>
#include <vector>

#include "app/session/xray/xray_works.hpp"

namespace tcviz::inline app_session {

// A kernel that lies in a folder, and the question about it; the other end is serve_xray
// (app/cli/kernels/xray_work.hpp).
struct KernelQuestion {
  std::string folder;  // another one is another kernel
  std::string file;    // "kernel.cu", there
  bool has_launch = false;
  std::string event, path, access;  // as --event, --path and --access have them; empty: nothing
  std::string figure;               // the file for the product's figure, there; empty: none
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

// Returns a runner of kernels. `command`: this program as the other end. The first question starts the process. Errors:
// those of `tcviz xray` for the source; Unavailable: there is no answer, and why: it crashed, took longer than two
// minutes or was stopped.
XrayWork kernel_runner(std::vector<std::string> command);
// Draws the figure of a product, by a process that ends with it.
XrayFigureWork kernel_figures(std::vector<std::string> command);

}  // namespace tcviz::inline app_session
