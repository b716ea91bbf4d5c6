// The struct Context, which is passed to every command: where it writes its output, and functions for work that
// commands must not depend on directly (GPUs, the window). Tests pass their own, so they can run commands in their own
// process.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/kit/command.hpp"

// Declared only; a file that calls one of the Backends includes the headers of its types.
namespace tcviz::inline app_session {
struct CaptureOptions;
struct WindowOptions;
}
namespace tcviz::inline gpu_gemm {
struct GemmFile;
struct GemmReport;
struct GemmRequest;
using GemmProgress = std::function<bool(const std::string& doing, int done, int all)>;
}
namespace tcviz::inline gpu_ops {
struct RunRequest;
struct RunResult;
using RunProgress = std::function<bool(std::string_view doing, int done, int all)>;
}
namespace tcviz::inline gpu_probe {
class Sources;
}
namespace tcviz::inline gpu_prove {
class SweepDevice;
}

namespace tcviz::inline app_cli {

// The sources of layouts to search for. Searching GPUs starts the driver, and opening assemblers (which may know
// architectures that the shipped files lack) takes longer than most commands, so both are done only if needed.
enum class LookFor : std::uint8_t { Files, FilesAndGpus, Everything };

// For `tcviz serve` only: the process's standard streams, and the command line of the worker process that answers
// requests (app/cli/line/serve_answer.hpp).
struct ServeStreams {
  int input = -1, output = -1;  // file descriptors
  std::vector<std::string> worker = {};
};

// Functions that app/main.cpp provides; empty: not available.
struct Backends {
  std::function<Sources(LookFor)> sources;
  // Open the window, or draw it to a PNG, as the request says.
  std::function<Status(Sources&, const WindowOptions&)> window;
  std::function<Result<std::string>(Sources&, const CaptureOptions&)> capture;  // returns the bytes of a PNG
  // Run operations, or matrix products, on a GPU in a child process that can be killed.
  std::function<Result<RunResult>(const RunRequest&, const RunProgress&)> run_kernels;
  std::function<Result<GemmReport>(const GemmRequest&, const GemmProgress&)> run_products = {};
  // Opens the GPU with CUDA's number `ordinal` for experiments with shared memory, in child processes that may crash.
  std::function<Result<std::unique_ptr<SweepDevice>>(int ordinal)> open_sweep = {};
  ServeStreams serve = {};
  std::function<std::vector<GemmFile>()> recorded_products = {};  // runs that are part of the program
  std::function<void(WindowOptions&)> add_works = {};             // adds the functions that tasks need from outside
};

// The output of `tcviz completion bash`.
struct CompletionScript {
  std::string_view shell;  // "bash"
  std::string_view text;
};

// Facts about this build; empty: unknown.
struct BuildFacts {
  std::string_view commit = {};    // "1f0c2a9b7d3e", with "-dirty" appended if files were changed
  std::string_view compiler = {};  // "GNU 12.2.0"
  std::string_view cuda = {};      // "13.0.88", of nvcc
};

// The context of a command.
struct Context {
  std::ostream& out;    // the answer
  std::ostream& notes;  // remarks for the user that are not part of the answer
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  // start of the program
  bool out_is_terminal = false, notes_is_terminal = false;
  std::istream* answers = nullptr;  // the terminal on which somebody answers questions; null: nobody does
  bool color = false;               // ANSI colours in the answer
  bool true_color = true;           // 24-bit colours; false: the terminal's 256
  std::size_t columns = 0;          // width of the terminal for the answer, in characters; 0: not a terminal
  std::string_view version = {};    // "0.2.0"
  BuildFacts build = {};
  std::vector<CompletionScript> completions = {};
  std::span<const Command> commands = {};  // all commands
  Backends backends = {};
  // Prints what `out` has so far, which else waits for the end of the command; empty: it waits in any case.
  std::function<Status()> print_now = {};
  std::function<bool()> is_heard = {};  // false once the reader of `out` has gone away; empty: it never does
  std::string* picture = nullptr;       // takes the bytes of the picture that a command draws, in place of a file
};

}  // namespace tcviz::inline app_cli
