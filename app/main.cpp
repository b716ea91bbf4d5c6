// Arguments -> a command or the window. The only file that names concrete backends, talks to the process's own streams
// and chooses exit codes.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/kernels/live_work.hpp"
#include "app/cli/kernels/xray_work.hpp"
#include "app/cli/line/environment.hpp"
#include "app/cli/line/run.hpp"
#include "app/cli/line/serve_answer.hpp"
#include "app/session/operations/operations_jobs.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/whole/window_options.hpp"
#include "app/session/xray/xray_child.hpp"
#include "app/ui/window/window.hpp"
#include "embedded/commit.hpp"
#include "embedded/completion.hpp"
#include "embedded/layouts.hpp"
#include "embedded/results.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/prove/cuda_sweep.hpp"
#include "gpu/prove/remote_sweep.hpp"
#include "gpu/run/gemm/gemm_remote.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/ops/remote_run.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/discover.hpp"

namespace tcviz {
namespace {

enum ExitCode : int { Fine = 0, No = 1, Usage = 2, Missing = 3 };

ExitCode exit_code(Fault fault) {
  switch (fault) {
    case Fault::Negative:
      return No;
    case Fault::BadInput:
      return Usage;
    case Fault::Unavailable:
      return Missing;
  }
  return Usage;
}

// The hidden command for work in a process of its own (child.hpp). The name of the work follows, and of some the GPU's
// ordinal.
constexpr std::string_view work_command = "__work";

std::vector<std::string> work(std::string_view name) {
  return {"/proc/self/exe", std::string(work_command), std::string(name)};
}

const char* variable(const char* name) { return std::getenv(name); }

Sources find_sources(LookFor what) {
  DiscoverOptions options;
  for (const embedded::File& file : embedded::layouts())
    options.shipped.push_back({file.name.substr(0, file.name.rfind('.')), file.bytes});
  const std::filesystem::path config = config_folder(variable);
  if (!config.empty()) options.user_folder = config / "layouts";
  options.look_for_gpus = what != LookFor::Files;
  options.look_for_assembler = what == LookFor::Everything;
  options.fresh_process = work("probe");
  options.stated = manual_layout;
  Sources sources = discover_sources(options);
  sources.add(make_manual_source());
  return sources;
}

std::vector<GemmFile> recorded_products() {
  std::vector<GemmFile> files;
  for (const embedded::File& file : embedded::results()) files.push_back({file.name, file.bytes});
  return files;
}

// Returns the embedded completion scripts, each named by its shell: tcviz.bash, tcviz.fish, tcviz.zsh.
std::vector<CompletionScript> completion_scripts() {
  std::vector<CompletionScript> scripts;
  for (const embedded::File& file : embedded::completion())
    scripts.push_back({file.name.substr(file.name.rfind('.') + 1), file.bytes});
  return scripts;
}

Result<GemmReport> run_products(const GemmRequest& request, const GemmProgress& progress) {
  return run_gemm_remotely(work("products"), request, progress);
}

// Adds the work that only this file can name.
void add_works(WindowOptions& options) {
  options.task<ProductsWorks>() = {recorded_products(), run_products};
  options.task<XrayWorks>() = {kernel_runner(work("xray")), live_reader(work("live")), kernel_figures(work("xray"))};
  const auto runner = std::make_shared<RemoteRunner>(work("kernels"));
  options.task<OperationsWorks>().run_kernels = [runner](const RunRequest& request, const RunProgress& progress) {
    return runner->run(request, progress);
  };
}

// Returns the options with that work, the folder, and the way to leave.
WindowOptions completed(WindowOptions options) {
  add_works(options);
  options.config_folder = config_folder(variable);
  options.leave_at_once = [] { std::_Exit(Fine); };
  return options;
}

Result<std::string> capture(Sources& sources, CaptureOptions options) {
  options.window = completed(std::move(options.window));
  options.window.config_folder.clear();  // a picture does not depend on a person's arrangement of the window
  return capture_window(sources, options);
}

Backends backends() {
  const auto runner = std::make_shared<RemoteRunner>(work("kernels"));
  return {find_sources,
          [](Sources& sources, const WindowOptions& options) { return run_window(sources, completed(options)); },
          capture,
          [runner](const RunRequest& request, const RunProgress& progress) { return runner->run(request, progress); },
          run_products,
          [](int ordinal) {
            std::vector<std::string> command = work("sweep");
            command.push_back(std::to_string(ordinal));
            return start_sweep_device(std::move(command));
          },
          {STDIN_FILENO, STDOUT_FILENO, work("requests")},
          recorded_products,
          add_works};
}

// Writes the answer in one piece. A reader that has gone away, as `head` does, wants no more and hears no complaint.
Status print(std::string_view answer) {
  while (!answer.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, answer.data(), answer.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return Nothing{};
    if (written < 0) return bad_input(fmt::format("cannot write to standard output: {}.", std::strerror(errno)));
    answer.remove_prefix(static_cast<std::size_t>(written));
  }
  return Nothing{};
}

// True until the reader of the answer goes away, as `head` does.
bool is_heard() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return ::poll(&out, 1, 0) <= 0 || (out.revents & (POLLERR | POLLHUP)) == 0;
}

ExitCode report(const Status& status) {
  if (status) return Fine;
  // The message repeats the typed text. It is empty if the answer says all.
  if (!status.error().message.empty()) std::cerr << "tcviz: " << for_terminal(status.error().message) << "\n";
  return exit_code(status.error().fault);
}

Context plain_context(std::ostream& out, std::ostream& notes = std::cerr) {
  Context context{.out = out, .notes = notes};
  context.version = TCVIZ_VERSION;
  context.backends = backends();
  return context;
}

// Serves one answer on standard input and output. A parent that is killed while it waits would leave behind a process
// that still computes; one that was killed before prctl() was called has hung up.
template <class Serve>
Status answer(const Serve& serve) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  pollfd parent{STDIN_FILENO, 0, 0};
  if (::poll(&parent, 1, 0) > 0 && (parent.revents & POLLHUP) != 0) return Nothing{};
  std::ostringstream nowhere;
  serve(STDIN_FILENO, STDOUT_FILENO, plain_context(nowhere, nowhere));
  return Nothing{};
}

Status do_work(std::string_view name, int ordinal) {
  constexpr int in = STDIN_FILENO, out = STDOUT_FILENO;
  if (name == "probe") return serve_gpu(ordinal, "", in, out);
  if (name == "sweep") return serve_sweep(open_sweep_device(ordinal), in, out), Nothing{};
  if (name == "kernels") return serve_runs(in, out), Nothing{};
  if (name == "products") return serve_gemm(in, out), Nothing{};
  if (name == "requests") return answer(serve_requests);
  if (name == "xray") return answer(serve_xray);
  if (name == "live") return answer(serve_live);
  return bad_input(fmt::format("there is no work '{}'.", name));
}

std::size_t columns_of_terminal() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

ExitCode run(const std::vector<std::string>& words) {
  if (words.size() >= 2 && words.front() == work_command)
    return report(do_work(words[1], words.size() > 2 ? std::atoi(words[2].c_str()) : 0));
  std::ostringstream out;
  Context context = plain_context(out);
  context.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  context.notes_is_terminal = ::isatty(STDERR_FILENO) == 1;
  if (context.notes_is_terminal && ::isatty(STDIN_FILENO) == 1) context.answers = &std::cin;
  context.color = wants_color(context.out_is_terminal, variable);
  context.true_color = knows_true_color(variable);
  context.columns = terminal_columns(context.out_is_terminal, columns_of_terminal(), variable);
  context.build = {embedded::commit().front().bytes, TCVIZ_COMPILER, TCVIZ_CUDA_VERSION};
  context.completions = completion_scripts();
  context.is_heard = is_heard;
  context.print_now = [&] { return print(std::exchange(out, {}).str()); };
  const Status status = run_command_line(words, context);
  const ExitCode printed = report(print(out.str()));
  return printed != Fine ? printed : report(status);
}

}  // namespace
}  // namespace tcviz

int main(int argc, char** argv) {
  try {
    return tcviz::run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::exception& error) {  // out of memory, for one: rooms hand out their errors as values
    std::cerr << "tcviz: " << tcviz::for_terminal(error.what()) << "\n";
    return tcviz::Usage;
  }
}
