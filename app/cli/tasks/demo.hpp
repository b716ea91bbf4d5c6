// Declarations for the files of `tcviz demo`, which runs an operation on a fragment and prints the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/kit/target.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline app_cli {

// The options as typed.
struct DemoOptions {
  std::string operation, body, output;
  TargetArguments target;
  std::vector<int> batches;
  std::optional<double> a, b;
  std::optional<int> d;
  std::optional<std::uint64_t> seed;
  bool list = false, all = false, cpu = false, source = false, json = false;
};

// The source of the layouts, and the number of the GPU that runs the operation; none: the CPU simulates it.
struct OpenedDemo {
  OpenedSource opened;
  std::optional<int> gpu;
};
Result<OpenedDemo> open_demo(const DemoOptions& options, Context& context);

Error no_operation(const std::string& word);
Result<std::vector<int>> batches_of(const DemoOptions& options, bool by_default);
Result<RunResult> run_somewhere(const RunRequest& request, std::optional<int> gpu, Context& context);

Status demo_all(const DemoOptions& options, Context& context);

}  // namespace tcviz::inline app_cli
