#include "gpu/run/gemm/gemm_remote.hpp"

#include "gpu/run/gemm/gemm_fields.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

std::optional<Error> explain(const Loss& loss) {
  if (loss.how == Loss::How::Ended)
    return unavailable(fmt::format("the process that runs products crashed at {}: leave that kernel out.",
                                   loss.doing.empty() ? "its start" : loss.doing));
  if (loss.how == Loss::How::Silence)
    return negative(fmt::format("{} did not answer for {} s: it was ended.", loss.doing,
                                static_cast<double>(loss.silence.count()) / 1000));
  return std::nullopt;
}

}  // namespace

Result<std::vector<const GemmKernel*>> kernels_of(const std::vector<std::string>& ids) {
  std::vector<const GemmKernel*> kernels;
  for (const std::string& id : ids) {
    kernels.push_back(find_gemm(id));
    if (kernels.back() == nullptr) return unavailable("no such kernel");
  }
  return kernels;
}

Result<GemmReport> run_gemm_remotely(const std::vector<std::string>& command, const GemmRequest& request,
                                     const GemmProgress& progress, std::chrono::milliseconds patience) {
  Child child({command, "to run products", "the process that runs products", explain,
               [patience](std::string_view) { return patience; }});
  const auto told = [&](std::string_view doing, int done, int all) { return progress(std::string(doing), done, all); };
  const Result<std::string> report = child.ask<std::string>(request, told);
  TCVIZ_TRY(report);
  return read_gemm(report.value());
}

// Serves runs. A report travels as the text of its file: there a result that is no number is an error of its row.
void serve_gemm(int input, int output) {
  serve_work<GemmRequest>(input, output,
                          [](const GemmRequest& request, const WorkProgress& tell) -> Result<std::string> {
                            const Result<GemmReport> report = run_gemm(request, tell);
                            TCVIZ_TRY(report);
                            return write_gemm(report.value());
                          });
}

}  // namespace tcviz::inline gpu_gemm
