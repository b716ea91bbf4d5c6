#include "app/session/xray/xray_child.hpp"

#include <fmt/format.h>

#include <fstream>

#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr std::chrono::seconds longest{120};

std::optional<Error> explain_loss(const Loss& loss) {
  if (loss.how == Loss::How::Stopped) return unavailable("stopped before the end.");
  if (loss.how == Loss::How::Silence)
    return unavailable(fmt::format("the execution took longer than {} s: try a smaller launch.", longest.count()));
  if (loss.how == Loss::How::Garbled) return std::nullopt;
  return unavailable("the execution crashed; nothing else is lost. Please report this kernel.");
}

Child kernel_child(std::vector<std::string> command) {
  return Child({std::move(command), "to execute kernels", "the process that executes kernels", explain_loss,
                [](std::string_view) { return longest; }});
}

// A source in a folder of its own, which also keeps the compiled code.
struct KernelFolder {
  TemporaryFolder folder;
  XrayQuestion question;

  bool is_of(const XrayQuestion& other) const {
    return question.source == other.source && question.is_cuda == other.is_cuda && question.launch == other.launch;
  }
};

Result<KernelFolder> write_kernel(const XrayQuestion& question) {
  Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  const auto write = [&](std::string_view file, const std::string& text) {
    return static_cast<bool>(std::ofstream(folder.value().path() / file, std::ios::binary) << text << std::flush);
  };
  const std::string file = question.is_cuda ? "kernel.cu" : "kernel.ptx";
  if (!write(file, question.source))
    return unavailable(fmt::format("cannot write {}: is there room?", (folder.value().path() / file).string()));
  if (!question.launch.empty() && !write(kernel_launch_file, question.launch))
    return unavailable("cannot write the launch beside the kernel: is there room?");
  return KernelFolder{std::move(folder).value(), question};
}

Result<XrayReport> ask_kernel(Child& child, const KernelFolder& kernel, const XrayQuestion& question,
                              std::string figure, const std::function<bool()>& stopped) {
  const KernelQuestion request{kernel.folder.path().string(),
                               question.is_cuda ? "kernel.cu" : "kernel.ptx",
                               !question.launch.empty(),
                               question.event,
                               question.path,
                               question.access,
                               std::move(figure)};
  Result<XrayReport> answer =
      child.ask<XrayReport>(request, [&](std::string_view, int, int) { return stopped == nullptr || !stopped(); });
  if (answer.ok()) return answer;
  std::string said = for_terminal(answer.error().message);
  while (said.ends_with('\n')) said.pop_back();
  return Error{answer.error().fault, std::move(said)};
}

}  // namespace

XrayWork kernel_runner(std::vector<std::string> command) {
  struct Kept {
    Child child;
    std::optional<KernelFolder> kernel = std::nullopt;
  };
  return [kept = std::make_shared<Kept>(Kept{kernel_child(std::move(command))})](
             const XrayQuestion& question, const std::function<bool()>& stopped) -> Result<XrayReport> {
    if (!kept->kernel || !kept->kernel->is_of(question)) {
      Result<KernelFolder> kernel = write_kernel(question);
      TCVIZ_TRY(kernel);
      kept->kernel.emplace(std::move(kernel).value());
    }
    return ask_kernel(kept->child, *kept->kernel, question, {}, stopped);
  };
}

XrayFigureWork kernel_figures(std::vector<std::string> command) {
  return [command](const XrayQuestion& question, const std::string& suffix) -> Result<std::string> {
    const Result<KernelFolder> kernel = write_kernel(question);
    TCVIZ_TRY(kernel);
    Child child = kernel_child(command);
    const std::string file = "figure" + suffix;
    const Result<XrayReport> report = ask_kernel(child, kernel.value(), question, file, {});
    TCVIZ_TRY(report);
    return read_file((kernel.value().folder.path() / file).string());
  };
}

}  // namespace tcviz::inline app_session
