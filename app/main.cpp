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

#include "app/cli/line/environment.hpp"
#include "app/cli/line/run.hpp"
#include "app/cli/line/serve_answer.hpp"
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

// Hidden: how this program probes on in a fresh process after a fault (discover.hpp). The GPU's ordinal follows.
constexpr std::string_view serve_command = "__serve-gpu";
// Hidden: how this program runs kernels where they can do no harm (remote_run.hpp).
constexpr std::string_view run_command = "__run-kernels";

// Hidden: whole products, one request to a process (gemm_remote.hpp).
constexpr std::string_view products_command = "__run-products";
// Hidden: how this program asks a GPU about shared memory (remote_sweep.hpp). The GPU's ordinal follows.
constexpr std::string_view sweep_command = "__sweep-image";

// Hidden: how `tcviz serve` answers its requests (serve_worker.hpp).
constexpr std::string_view requests_command = "__serve-requests";

const char* variable(const char* name) { return std::getenv(name); }

Sources find_sources(LookFor what) {
  DiscoverOptions options;
  for (const embedded::File& file : embedded::layouts())
    options.shipped.push_back({file.name.substr(0, file.name.rfind('.')), file.bytes});
  const std::filesystem::path config = config_folder(variable);
  if (!config.empty()) options.user_folder = config / "layouts";
  options.look_for_gpus = what != LookFor::Files;
  options.look_for_assembler = what == LookFor::Everything;
  options.fresh_process = {"/proc/self/exe", std::string(serve_command)};
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

// tcviz.bash, tcviz.fish, tcviz.zsh.
std::vector<CompletionScript> completion_scripts() {
  std::vector<CompletionScript> scripts;
  for (const embedded::File& file : embedded::completion())
    scripts.push_back({file.name.substr(file.name.rfind('.') + 1), file.bytes});
  return scripts;
}

// A shell that starts it would take /proc/self/exe for itself.
std::string own_path() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).string();
}

Result<GemmReport> run_products(const GemmRequest& request, const GemmProgress& progress) {
  return run_gemm_remotely({"/proc/self/exe", std::string(products_command)}, request, progress);
}

// What is to be shown, and what only this file can name.
WindowOptions completed(WindowOptions options) {
  options.config_folder = config_folder(variable);
  options.recorded_products = recorded_products();
  options.run_products = run_products;
  options.run_xray = kernel_runner(own_path());
  options.read_live = live_reader(own_path());
  options.draw_xray = kernel_figures(own_path());
  options.leave_at_once = [] { std::_Exit(Fine); };
  const auto runner =
      std::make_shared<RemoteRunner>(std::vector<std::string>{"/proc/self/exe", std::string(run_command)});
  options.run_kernels = [runner](const RunRequest& r, const RunProgress& progress) { return runner->run(r, progress); };
  return options;
}

Result<std::string> capture(Sources& sources, CaptureOptions options) {
  options.window = completed(std::move(options.window));
  options.window.config_folder.clear();  // a picture does not depend on how a person arranged the window
  return capture_window(sources, options);
}

Backends backends() {
  const auto runner =
      std::make_shared<RemoteRunner>(std::vector<std::string>{"/proc/self/exe", std::string(run_command)});
  return {find_sources,
          [](Sources& sources, const WindowOptions& options) { return run_window(sources, completed(options)); },
          capture,
          [runner](const RunRequest& request, const RunProgress& progress) { return runner->run(request, progress); },
          run_products,
          [](int ordinal) {
            return start_sweep_device({"/proc/self/exe", std::string(sweep_command), std::to_string(ordinal)});
          },
          {STDIN_FILENO, STDOUT_FILENO, {"/proc/self/exe", std::string(requests_command)}}};
}

// The answer in one piece. A reader that has gone away, as `head` does, wants no more and hears no complaint.
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

ExitCode report(const Status& status) {
  if (status) return Fine;
  // What was typed comes back in it.
  std::cerr << "tcviz: " << for_terminal(status.error().message) << "\n";
  return exit_code(status.error().fault);
}

ExitCode serve(const std::string& ordinal) {
  return report(serve_gpu(std::atoi(ordinal.c_str()), "", STDIN_FILENO, STDOUT_FILENO));
}

ExitCode sweep(const std::string& ordinal) {
  serve_sweep(open_sweep_device(std::atoi(ordinal.c_str())), STDIN_FILENO, STDOUT_FILENO);
  return Fine;
}

// A parent that is killed while it waits would leave behind a process that still computes. One that was killed before
// this could be said has hung up.
ExitCode answer_requests(const Context& context) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  pollfd parent{STDIN_FILENO, 0, 0};
  if (::poll(&parent, 1, 0) > 0 && (parent.revents & POLLHUP) != 0) return Fine;
  serve_requests(STDIN_FILENO, STDOUT_FILENO, context);
  return Fine;
}

std::size_t columns_of_terminal() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

ExitCode run(const std::vector<std::string>& words) {
  if (words.size() == 2 && words.front() == serve_command) return serve(words.back());
  if (words.size() == 2 && words.front() == sweep_command) return sweep(words.back());
  if (words.size() == 1 && words.front() == run_command) return serve_runs(STDIN_FILENO, STDOUT_FILENO), Fine;
  if (words.size() == 1 && words.front() == products_command) return serve_gemm(STDIN_FILENO, STDOUT_FILENO), Fine;
  std::ostringstream out;
  Context context{.out = out, .notes = std::cerr};
  context.version = TCVIZ_VERSION;
  context.backends = backends();
  if (words.size() == 1 && words.front() == requests_command) return answer_requests(context);
  context.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  context.notes_is_terminal = ::isatty(STDERR_FILENO) == 1;
  context.color = wants_color(context.out_is_terminal, variable);
  context.true_color = knows_true_color(variable);
  context.columns = terminal_columns(context.out_is_terminal, columns_of_terminal(), variable);
  context.build = {embedded::commit().front().bytes, TCVIZ_COMPILER, TCVIZ_CUDA_VERSION};
  context.completions = completion_scripts();
  context.recorded_products = recorded_products();
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
