#include "gpu/language/compiler/limited_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "gpu/language/compiler/system_filter.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int no_filter = 125, no_program = 127;

// The parts that the child needs, prepared before it begins: between fork and exec nothing may allocate.
struct ChildPlan {
  std::vector<std::string> words;
  std::vector<char*> arguments, environment;
  std::string folder;
  const ProcessLimits* limits;
  int answers;

  ChildPlan(const LimitedProcess& process, int channel)
      : words(process.command), folder(process.folder), limits(&process.limits), answers(channel) {
    const std::size_t count = words.size();
    const char* const path = std::getenv("PATH");
    words.push_back(fmt::format("PATH={}", path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"));
    words.push_back("LC_ALL=C");
    words.push_back("TMPDIR=" + folder);
    for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})  // the folders in which programs look for nvcc
      if (const char* const value = std::getenv(name); value != nullptr && !limits->computes_only)
        words.push_back(fmt::format("{}={}", name, value));
    for (std::size_t at = 0; at < words.size(); ++at)
      (at < count ? arguments : environment).push_back(words[at].data());
    arguments.push_back(nullptr);
    environment.push_back(nullptr);
  }
};

void limit(int what, std::size_t most) {
  const rlimit both{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

void limit_all(const ProcessLimits& limits) {
  limit(RLIMIT_CPU, static_cast<std::size_t>(limits.cpu.count()));
  limit(RLIMIT_AS, limits.memory);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.file_bytes);
  if (limits.computes_only) limit(RLIMIT_NPROC, 0);
}

// Runs in the child: sets its limits and becomes the program.
[[noreturn]] void become(ChildPlan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR);
  const int answers = plan.limits->computes_only ? 3 : 1;
  // First away from the numbers that dup2 assigns below.
  const int from = fcntl(plan.answers, F_DUPFD, 10), quiet = fcntl(nothing, F_DUPFD, 10);
  for (int number = 0; number <= 2; ++number) dup2(quiet, number);
  dup2(from, answers);
  if (answers == 1) dup2(from, 2);
  syscall(SYS_close_range, answers == 1 ? 3u : 4u, ~0u, 0u);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(plan.folder.c_str()) != 0) _exit(no_program);
  limit_all(*plan.limits);
  if (plan.limits->computes_only && !keep_to(computing_only(getpid()))) _exit(no_filter);
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  _exit(no_program);
}

// Reads until all ends of the channel are closed, or time is up.
void listen(int channel, const ProcessLimits& limits, const std::function<bool()>& stopped, ProcessEnd& end) {
  const auto until = Clock::now() + limits.wall;
  char bytes[1 << 14];
  while (true) {
    end.out_of_time = Clock::now() >= until;
    end.stopped = stopped && stopped();
    if (end.out_of_time || end.stopped) return;
    pollfd waiting{channel, POLLIN, 0};
    const int ready = poll(&waiting, 1, 50);
    if (ready <= 0) continue;
    const ssize_t count = read(channel, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    const std::size_t room = limits.answer_bytes - std::min(limits.answer_bytes, end.answer.size());
    end.answer.append(bytes, std::min(room, static_cast<std::size_t>(count)));
  }
}

// Waits for the end. Kills the group in any case: the processes that the child started may outlive it. The child may
// also have closed its channel and go on.
void finish(pid_t child, const ProcessLimits& limits, ProcessEnd& end) {
  const auto until = Clock::now() + (end.out_of_time || end.stopped ? std::chrono::milliseconds(0) : limits.wall);
  siginfo_t gone{};
  while (waitid(P_PID, static_cast<id_t>(child), &gone, WEXITED | WNOWAIT | WNOHANG) == 0 && gone.si_pid == 0) {
    if (Clock::now() >= until) {
      end.out_of_time = !end.stopped;
      break;
    }
    usleep(500);
  }
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

Result<ProcessEnd> run_limited(const LimitedProcess& process, const std::function<bool()>& stopped) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return unavailable(fmt::format("cannot start a process: {}", std::strerror(errno)));
  ChildPlan plan(process, ends[1]);
  const pid_t child = fork();
  if (child == 0) become(plan);
  const int failure = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return unavailable(fmt::format("cannot start a process: {}", std::strerror(failure)));
  }
  setpgid(child, child);  // here as well: the child may not have come to it yet
  ProcessEnd end;
  listen(ends[0], process.limits, stopped, end);
  close(ends[0]);
  finish(child, process.limits, end);
  end.unlimited = process.limits.computes_only && end.exit_code == no_filter && end.answer.empty();
  return end;
}

}  // namespace tcviz::inline gpu_compiler
