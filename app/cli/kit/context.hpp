// Everything that a command works with: the destination of its answer, and the parts of the program that only main can
// name. Knows nothing of windows, exit codes or the process's own streams, so that a test runs commands in its own
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

// A file that calls one of the Backends includes the types that it takes and returns.
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

// The places to look for sources on this machine. Looking for GPUs starts the driver; opening assemblers, which may
// know architectures that the shipped files do not, takes longer than most commands: do either only if it is needed.
enum class LookFor : std::uint8_t { Files, FilesAndGpus, Everything };

// The process's own streams, for `tcviz serve` alone, and a command that answers its requests (serve_answer.hpp).
struct ServeStreams {
  int input = -1, output = -1;  // descriptors
  std::vector<std::string> worker = {};
};

struct Backends {
  std::function<Sources(LookFor)> sources;
  // Both take the request, and add the parts that only main can name: folders, ways to run things.
  std::function<Status(Sources&, const WindowOptions&)> window;
  std::function<Result<std::string>(Sources&, const CaptureOptions&)> capture;  // PNG bytes
  // Runs on a GPU, in a process that can be ended.
  std::function<Result<RunResult>(const RunRequest&, const RunProgress&)> run_kernels;
  std::function<Result<GemmReport>(const GemmRequest&, const GemmProgress&)> run_products = {};
  // Opens a GPU by its ordinal for questions about shared memory, in processes that may fault.
  std::function<Result<std::unique_ptr<SweepDevice>>(int ordinal)> open_sweep = {};
  ServeStreams serve = {};
  std::function<std::vector<GemmFile>()> recorded_products = {};  // runs that travel with the program
};

// The answer of `completion bash`.
struct CompletionScript {
  std::string_view shell;  // "bash"
  std::string_view text;
};

// The facts of this build; empty if unknown, or if there is none.
struct BuildFacts {
  std::string_view commit = {};    // "1f0c2a9b7d3e", with "-dirty" behind it if files were changed
  std::string_view compiler = {};  // "GNU 12.2.0"
  std::string_view cuda = {};      // "13.0.88", of nvcc
};

struct Context {
  std::ostream& out;    // the answer
  std::ostream& notes;  // remarks that a person should know beside it
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  // the program
  bool out_is_terminal = false, notes_is_terminal = false;
  bool color = false;             // ANSI colours in the answer
  bool true_color = true;         // colours of 24 bits; else of a terminal's 256
  std::size_t columns = 0;        // width of the terminal that gets the answer; 0: it goes elsewhere
  std::string_view version = {};  // "0.2.0"
  BuildFacts build = {};
  std::vector<CompletionScript> completions = {};
  std::span<const Command> commands = {};  // all there are
  Backends backends = {};
};

}  // namespace tcviz::inline app_cli
