#include "app/cli/kernels/xray_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/cli/kernels/xray_figure.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

// Returns the architecture's layout for WMMA, and the manual's for all other kinds.
Result<Layout> layout_for(Sources& sources, int architecture, const std::string& kind) {
  const std::string name =
      kind.starts_with("wmma.") ? fmt::format("compiled:sm_{}", architecture) : std::string("documented:ptx");
  const Result<LayoutSource*> source = sources.find(name);
  TCVIZ_TRY(source);
  return layout_of(*source.value(), kind);
}

Result<XrayRequest> launch_with(const KernelOptions& options, const std::string& source) {
  LaunchWords words = options.launch;
  if (!options.launch_file.empty()) TCVIZ_TRY(add_launch_file(options.launch_file, words));
  TCVIZ_TRY(add_launch_comment(source, words));
  add_expected_comments(source, words);
  Result<XrayRequest> made = launch_of(words);
  TCVIZ_TRY(made);
  XrayRequest& launch = made.value();
  launch.all_blocks = options.all_blocks;
  launch.most_seconds = options.seconds.value_or(options.all_blocks ? seconds_of_all_blocks : seconds_at_first);
  for (const std::string& text : options.blocks) {
    const Result<Dim3> at = read_dim3("--block-at", text, 0);
    TCVIZ_TRY(at);
    launch.blocks.push_back(at.value());
  }
  return request_with(std::move(launch), options.path, options.access);
}

}  // namespace

int usual_threads() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads)); }

Result<XrayRequest> request_with(XrayRequest request, const std::string& path, const std::string& access) {
  if (!access.empty()) {
    const Result<AccessWish> wish = read_access_wish(access);
    TCVIZ_TRY(wish);
    request.access = wish.value();
  }
  if (!path.empty()) {
    Result<PathWish> wish = read_path_wish(path, request);
    TCVIZ_TRY(wish);
    request.path = std::move(wish).value();
  }
  return request;
}

Result<ReadKernel> read_kernel(const KernelOptions& options) {
  Result<std::string> source = read_file(options.file);
  TCVIZ_TRY(source);
  Result<XrayRequest> launch = launch_with(options, source.value());
  TCVIZ_TRY(launch);
  ComputeCapability& asked = launch.value().architecture;
  Result<std::string> text =
      ptx_of({options.file, options.ptx}, asked == 0 ? "sm_80" : fmt::format("sm_{}{}", asked, asked >= 90 ? "a" : ""));
  TCVIZ_TRY(text);
  Result<PtxModule> module = read_ptx(std::move(text).value());
  if (!module.ok()) return bad_input(fmt::format("{}: {}", options.file, module.error().message));
  if (asked == 0) {
    const Result<ComputeCapability> target = architecture_named(std::string(module.value().target));
    TCVIZ_TRY(target);
    asked = target.value();
  }
  return ReadKernel{std::move(source).value(), std::move(module).value(), std::move(launch).value()};
}

Result<XrayReport> execute_kernel(const ReadKernel& kernel, const XrayRequest& request, Sources& sources,
                                  const XrayHooks& hooks) {
  const LayoutFunction layouts = [&](const std::string& kind) {
    return layout_for(sources, request.architecture, kind);
  };
  return run_xray(kernel.module, request, layouts, hooks);
}

Status keep_product(const ReadKernel& kernel, XrayRequest request, const std::string& event, Sources& sources,
                    const XrayHooks& hooks, XrayReport& report) {
  const Result<std::int64_t> step = product_step(report, event);
  TCVIZ_TRY(step);
  request.snapshot_step = step.value();
  request.snapshot_warp = std::ranges::find(report.events, step.value(), &XrayEvent::step)->warp;
  if (report.out_of_time) request.most_steps = step.value() + 1;
  request.access.reset();
  request.path.reset();
  Result<XrayReport> again = execute_kernel(kernel, request, sources, hooks);
  TCVIZ_TRY(again);
  if (again.value().interrupted) return unavailable("stopped before the product to show was executed.");
  report.snapshot = std::move(again.value().snapshot);
  report.shared_places = std::move(again.value().shared_places);
  if (!event.empty()) report.feeding = std::move(again.value().feeding);
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
