#include "app/session/xray/xray_child.hpp"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "app/session/xray/xray_answer.hpp"
#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr std::chrono::seconds longest{120};

// A source in a folder of its own, with what it was compiled to.
struct KernelFolder {
  TemporaryFolder folder;
  std::string file;
  bool has_launch = false;
};

Result<KernelFolder> write_kernel(const std::string& source, bool is_cuda, const std::string& launch = {}) {
  Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  const std::string file = is_cuda ? "kernel.cu" : "kernel.ptx";
  if (!(std::ofstream(folder.value().path() / file, std::ios::binary) << source << std::flush))
    return unavailable(fmt::format("cannot write {}: is there room?", (folder.value().path() / file).string()));
  if (!launch.empty() &&
      !(std::ofstream(folder.value().path() / "launch.json", std::ios::binary) << launch << std::flush))
    return unavailable("cannot write the launch beside the kernel: is there room?");
  return KernelFolder{std::move(folder).value(), file, !launch.empty()};
}

// What is asked besides the verdict; empty: nothing.
struct KernelWishes {
  std::string event, path, figure, access = {};
};

// The answer goes to a file: what is complained about comes through the channel, and neither falls into the other.
LimitedProcess process_for(const std::string& program, const KernelFolder& kernel, const KernelWishes& wishes) {
  LimitedProcess made;
  made.folder = kernel.folder.path();
  made.command = {"/bin/sh",   "-c", "exec \"$0\" \"$@\" > answer.json", program, "xray", kernel.file, "--json",
                  "--seconds", "60"};  // somebody watches, who can stop it
  if (kernel.file.ends_with(".cu")) made.command.insert(made.command.end(), {"--ptx", "compiled.ptx"});
  if (kernel.has_launch) made.command.insert(made.command.end(), {"--launch", "launch.json"});
  if (!wishes.event.empty()) made.command.insert(made.command.end(), {"--event", wishes.event});
  if (!wishes.figure.empty()) made.command.insert(made.command.end(), {"-o", wishes.figure});
  if (!wishes.path.empty()) made.command.insert(made.command.end(), {"--path", wishes.path});
  if (!wishes.access.empty()) made.command.insert(made.command.end(), {"--access", wishes.access});
  made.limits.cpu = 16 * longest;  // several blocks at once
  made.limits.wall = longest;
  made.limits.memory = std::numeric_limits<std::size_t>::max();  // the executor bounds itself
  made.limits.file_bytes = std::size_t{1} << 30;
  made.limits.computes_only = false;
  return made;
}

// "tcviz: " in front of what is said is for a terminal.
std::string complaint(std::string said) {
  constexpr std::string_view name = "tcviz: ";
  if (said.starts_with(name)) said.erase(0, name.size());
  while (said.ends_with('\n')) said.pop_back();
  return said;
}

Result<XrayReport> run_in(const KernelFolder& kernel, const std::string& program, const KernelWishes& wishes,
                          const std::function<bool()>& stopped) {
  const std::filesystem::path answer_file = kernel.folder.path() / "answer.json";
  std::error_code none;
  std::filesystem::remove(answer_file, none);
  const Result<ProcessEnd> ended = run_limited(process_for(program, kernel, wishes), stopped);
  TCVIZ_TRY(ended);
  const ProcessEnd& end = ended.value();
  if (end.stopped) return unavailable("stopped before the end.");
  if (end.out_of_time)
    return unavailable(fmt::format("the execution took longer than {} s: try a smaller launch.", longest.count()));
  if (end.signal != 0)
    return unavailable(fmt::format(
        "the execution crashed with signal {}; nothing else is lost. Please report this kernel.", end.signal));
  if (end.exit_code == 127) return unavailable(fmt::format("cannot start {}.", program));
  const Result<std::string> answer = read_file(answer_file.string());
  TCVIZ_TRY(answer);
  if (answer.value().empty()) return bad_input(end.answer.empty() ? "tcviz xray said nothing." : complaint(end.answer));
  return read_xray_answer(answer.value());
}

}  // namespace

Result<XrayReport> run_kernel(const KernelToRun& kernel, const std::function<bool()>& stopped) {
  const Result<KernelFolder> folder = write_kernel(kernel.source, kernel.is_cuda);
  TCVIZ_TRY(folder);
  return run_in(folder.value(), kernel.program, {kernel.event, {}, {}}, stopped);
}

XrayWork kernel_runner(std::string program) {
  struct Kept {
    XrayQuestion question;
    std::optional<KernelFolder> folder;
  };
  return [program = std::move(program), kept = std::make_shared<Kept>()](
             const XrayQuestion& question, const std::function<bool()>& stopped) -> Result<XrayReport> {
    const bool same = kept->question.source == question.source && kept->question.is_cuda == question.is_cuda &&
                      kept->question.launch == question.launch;
    if (!same) kept->folder.reset();
    if (!kept->folder) {
      Result<KernelFolder> folder = write_kernel(question.source, question.is_cuda, question.launch);
      TCVIZ_TRY(folder);
      kept->folder.emplace(std::move(folder).value());
      kept->question = question;
    }
    return run_in(*kept->folder, program, {question.event, question.path, {}, question.access}, stopped);
  };
}

XrayFigureWork kernel_figures(std::string program) {
  return
      [program = std::move(program)](const XrayQuestion& question, const std::string& suffix) -> Result<std::string> {
        const Result<KernelFolder> kernel = write_kernel(question.source, question.is_cuda, question.launch);
        TCVIZ_TRY(kernel);
        const std::string file = "figure" + suffix;
        const Result<XrayReport> report = run_in(kernel.value(), program, {question.event, {}, file}, {});
        TCVIZ_TRY(report);
        return read_file((kernel.value().folder.path() / file).string());
      };
}

}  // namespace tcviz::inline app_session
