#include "app/cli/kernels/xray_work.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/cli/kernels/xray_access.hpp"
#include "app/cli/kernels/xray_figure.hpp"
#include "app/cli/kernels/xray_kernel.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "app/session/xray/xray_child.hpp"
#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_cli {
namespace {

class KernelWork {
 public:
  explicit KernelWork(Sources sources) : sources_(std::move(sources)) {}

  Result<XrayReport> answer(const KernelQuestion& asked, const WorkProgress& tell) {
    if (asked.folder != folder_) TCVIZ_TRY(open(asked));
    tell("executing", 0, 0);
    TCVIZ_TRY(execute(asked));
    XrayReport report = *report_;
    if (request_.access && !report.access) return no_such_access(*request_.access, report);
    tell("executing once more", 0, 0);
    if (!asked.event.empty() || !asked.figure.empty())
      TCVIZ_TRY(keep_product(*kernel_, request_, asked.event, sources_, hooks_, report));
    if (!asked.figure.empty()) TCVIZ_TRY(draw(asked, report));
    if (report.reason.empty()) report.reason = report.doubt;
    return report;
  }

 private:
  // Reads the kernel from its folder, so that the names in complaints are short: those of files in the folder.
  Status open(const KernelQuestion& asked) {
    folder_.clear(), report_.reset();
    std::error_code error;
    std::filesystem::current_path(asked.folder, error);
    if (error) return unavailable(fmt::format("the folder of the kernel is gone: {}.", error.message()));
    KernelOptions options;
    options.file = asked.file;
    if (asked.has_launch) options.launch_file = kernel_launch_file;
    if (asked.file.ends_with(".cu")) options.ptx = kernel_ptx_file;
    options.opened = asked.opened;
    options.seconds = seconds_of_all_blocks;  // a person watches, who can stop it
    Result<ReadKernel> kernel = read_kernel(options);
    if (!kernel.ok()) return without_folder(kernel.error());
    kernel_ = std::move(kernel).value();
    options_ = std::move(options);
    folder_ = asked.folder;
    return Nothing{};
  }

  // Returns the error with places in the source as people know them: "kernel.cu:3".
  static Error without_folder(Error error) {
    const std::string folder = std::filesystem::current_path().string() + "/";
    for (std::size_t at = 0; (at = error.message.find(folder, at)) != std::string::npos;)
      error.message.erase(at, folder.size());
    return error;
  }

  Status execute(const KernelQuestion& asked) {
    if (!report_) {  // chooses among the readings of the arrays, once
      Result<XrayReport> first = execute_as_proposed(*kernel_, options_, sources_, hooks_);
      TCVIZ_TRY(first);
      report_ = std::move(first).value();
      request_ = kernel_->request;
      path_.clear(), access_.clear();
    }
    if (asked.path == path_ && asked.access == access_) return Nothing{};
    report_.reset();
    Result<XrayRequest> request = request_with(kernel_->request, asked.path, asked.access);
    TCVIZ_TRY(request);
    request_ = std::move(request).value();
    Result<XrayReport> report = execute_kernel(*kernel_, request_, sources_, hooks_);
    TCVIZ_TRY(report);
    report_ = std::move(report).value();
    path_ = asked.path, access_ = asked.access;
    return Nothing{};
  }

  Status draw(const KernelQuestion& asked, const XrayReport& report) const {
    const Result<FigureFormat> format = picture_format_of(asked.figure);
    TCVIZ_TRY(format);
    const Result<Scene> figure = xray_figure(report, request_, {asked.file, kernel_->source});
    TCVIZ_TRY(figure);
    std::vector<std::string> words = {fmt::format("--seconds={}", seconds_of_all_blocks)};
    if (!asked.event.empty()) words.push_back("--event=" + asked.event);
    const Result<CarriedPicture> carried = xray_carried(options_, *kernel_, words);
    TCVIZ_TRY(carried);
    const Result<std::string> bytes = write_scene(figure.value(), format.value(), carried_json(carried.value()));
    TCVIZ_TRY(bytes);
    return write_file(asked.figure, bytes.value());
  }

  Sources sources_;
  XrayHooks hooks_{nullptr, nullptr, usual_threads()};
  std::string folder_, path_, access_;  // question of the execution that is kept
  KernelOptions options_;
  std::optional<ReadKernel> kernel_;
  XrayRequest request_;
  std::optional<XrayReport> report_;
};

}  // namespace

void serve_xray(int input, int output, const Context& context) {
  KernelWork work(context.backends.sources(LookFor::Files));
  serve_work<KernelQuestion>(
      input, output, [&](const KernelQuestion& asked, const WorkProgress& tell) { return work.answer(asked, tell); });
}

}  // namespace tcviz::inline app_cli
