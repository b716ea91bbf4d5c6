#include "gpu/run/ops/remote_run.hpp"

#include "gpu/run/ops/run_fields.hpp"

namespace tcviz::inline gpu_ops {
namespace {

// Compiling is not the kernel's fault, however long it takes.
constexpr std::chrono::milliseconds compile_patience = std::chrono::minutes(2);

std::optional<Error> never_ended(const Loss& loss) {
  if (loss.how != Loss::How::Silence) return std::nullopt;
  return negative(fmt::format(
      "the kernel did not end within {} s (cudaErrorLaunchTimeout): it was ended; look for a loop that never does.",
      static_cast<double>(loss.silence.count()) / 1000));
}

}  // namespace

Result<Layout> one_layout(const std::string& text) {
  auto layouts = parse_layouts(text);
  TCVIZ_TRY(layouts);
  if (layouts.value().size() != 1) return unavailable("one layout belongs to a run");
  return std::move(layouts).value().front();
}

RemoteRunner::RemoteRunner(std::vector<std::string> command, std::chrono::milliseconds patience)
    : child_({std::move(command), "to run kernels", "the process that runs kernels", never_ended,
              [patience](std::string_view doing) {
                return doing.empty() || doing == "compiling" ? compile_patience : patience;
              }}) {}

Result<RunResult> RemoteRunner::run(const RunRequest& request, const RunProgress& progress) {
  TCVIZ_TRY(check_request(request));
  auto result = child_.ask<RunResult>(request, progress);
  if (!result) child_.end();  // a context in which a kernel failed is lost
  return result;
}

void serve_runs(int input, int output) { serve_work<RunRequest>(input, output, run_on_gpu); }

}  // namespace tcviz::inline gpu_ops
