#include "app/session/products/products_runner.hpp"

#include <utility>

namespace tcviz::inline app_session {
namespace {

constexpr std::chrono::milliseconds tick(350);

void carry_out_products(const ProductsJob& job, const ProductsJobContext& context) { job(context); }

ProductsAction tell_failure(const ProductsJob&, const char* why) { return TellProducts{why, true, true}; }

bool older_progress(const ProductsAction& old, const ProductsAction&) {
  return std::holds_alternative<ProductsProgress>(old);
}

}  // namespace

ProductsRunner::ProductsRunner(std::function<void()> wake)
    : thread_(carry_out_products, tell_failure, older_progress, std::move(wake)) {}

void ProductsRunner::play(bool on) {
  using Beat = JobThread<ProductsJob, ProductsAction>::Beat;
  thread_.beat(on ? std::optional(Beat{StepPhase{1}, tick}) : std::nullopt);
}

}  // namespace tcviz::inline app_session
