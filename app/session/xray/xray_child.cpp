#include "app/session/xray/xray_child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/session/xray/live_fields.hpp"
#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr int most_live_side = 1024;  // of a matrix that is shown

// Returns a process for work that a person can stop. `slow` and `crashed`: the sentences about its loss.
Child stoppable_child(ChildTerms terms, std::chrono::milliseconds patience, const std::string& slow,
                      const std::string& crashed) {
  terms.patience = [patience](std::string_view) { return patience; };
  terms.explain = [slow, crashed](const Loss& loss) -> std::optional<Error> {
    if (loss.how == Loss::How::Garbled) return std::nullopt;
    if (loss.how == Loss::How::Stopped) return unavailable("stopped before the end.");
    return unavailable(loss.how == Loss::How::Silence ? slow : crashed);
  };
  return Child(std::move(terms));
}

Child kernel_child(std::vector<std::string> command, std::chrono::milliseconds patience) {
  return stoppable_child({std::move(command), "to execute kernels", "the process that executes kernels"}, patience,
                         fmt::format("the execution took longer than {} s: try a smaller launch.",
                                     static_cast<double>(patience.count()) / 1000),
                         "the execution crashed; nothing else is lost. Please report this kernel.");
}

Child live_child(std::vector<std::string> command, std::chrono::milliseconds patience) {
  const std::string endless = "tcviz live did not finish with this file.";
  return stoppable_child({std::move(command), "to read live registers", "the process that reads live registers"},
                         patience, endless, endless);
}

// Asks until `stopped` says that nobody waits. The complaint repeats what a person wrote: it becomes fit to be shown.
template <class Answer, class Question>
Result<Answer> ask_until(const std::function<bool()>& stopped, Child& child, const Question& question) {
  Result<Answer> answer =
      child.ask<Answer>(question, [&](std::string_view, int, int) { return stopped == nullptr || !stopped(); });
  if (answer.ok()) return answer;
  std::string said = for_terminal(answer.error().message);
  while (said.ends_with('\n')) said.pop_back();
  return Error{answer.error().fault, std::move(said)};
}

// A source in a folder of its own, which also keeps the compiled code.
struct KernelFolder {
  TemporaryFolder folder;
  XrayQuestion question;

  bool is_of(const XrayQuestion& other) const {
    return question.source == other.source && question.is_cuda == other.is_cuda && question.launch == other.launch &&
           question.opened == other.opened;
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
                               std::move(figure),
                               question.opened};
  return ask_until<XrayReport>(stopped, child, request);
}

// True if every place in the answer is one of its grid.
bool is_whole(const LiveRun& run) {
  const auto has = [&](Element at) {
    return at.row >= 0 && at.col >= 0 && at.row < run.grid.rows && at.col < run.grid.cols;
  };
  return has({0, 0}) && run.grid.rows <= most_live_side && run.grid.cols <= most_live_side &&
         run.grid.cells.size() == static_cast<std::size_t>(run.grid.rows * run.grid.cols) &&
         std::ranges::all_of(run.wrong, has, &LiveWrong::element);
}

}  // namespace

XrayWork kernel_runner(std::vector<std::string> command, std::chrono::milliseconds patience) {
  struct Kept {
    Child child;
    std::optional<KernelFolder> kernel = std::nullopt;
  };
  return [kept = std::make_shared<Kept>(Kept{kernel_child(std::move(command), patience)})](
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
    Child child = kernel_child(command, std::chrono::minutes(2));
    const std::string file = "figure" + suffix;
    const Result<XrayReport> report = ask_kernel(child, kernel.value(), question, file, {});
    TCVIZ_TRY(report);
    return read_file((kernel.value().folder.path() / file).string());
  };
}

LiveWork live_reader(std::vector<std::string> command, std::chrono::milliseconds patience) {
  return [child = std::make_shared<Child>(live_child(std::move(command), patience))](
             const LiveQuestion& question, const std::function<bool()>& stopped) -> Result<LiveRun> {
    LiveQuestion asked = question;
    asked.path = std::filesystem::absolute(question.path).string();
    Result<LiveRun> run = ask_until<LiveRun>(stopped, *child, asked);
    if (run && !is_whole(run.value())) return bad_input("this is no answer of tcviz live: its sides are out of range.");
    return run;
  };
}

}  // namespace tcviz::inline app_session
