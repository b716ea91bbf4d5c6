#include "app/ui/gemm_runner.hpp"

#include <exception>
#include <utility>

namespace tcviz {
namespace {

constexpr std::chrono::milliseconds tick(350);

void carry_out(const GemmJob& job, const GemmJobContext& context) {
  try {
    job(context);
  } catch (const std::exception& error) {  // no memory, say: it must not end the program
    context.tell(TellProducts{error.what(), true, true});
  }
}

bool outdated(const GemmAction& old, const GemmAction&) { return std::holds_alternative<ProductsProgress>(old); }

}  // namespace

GemmRunner::GemmRunner(std::function<void()> wake) : thread_(carry_out, outdated, std::move(wake)) {}

void GemmRunner::play(bool on) {
  using Beat = JobThread<GemmJob, GemmAction>::Beat;
  thread_.beat(on ? std::optional(Beat{StepPhase{1}, tick}) : std::nullopt);
}

}  // namespace tcviz
