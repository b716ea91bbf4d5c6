// The goals of the kernels on an H200, compared with a run.
#include <fmt/format.h>

#include "app/export/plots/gemm_plots.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr int sizes[] = {4096, 8192};

double ratio_at(const GemmReport& report, std::string_view over, std::string_view under, const GemmShape& shape) {
  const GemmRow *const a = find_row(report, over, shape), *const b = find_row(report, under, shape);
  return a != nullptr && b != nullptr && b->gflops > 0 ? a->gflops / b->gflops : 0;
}

void add_speed(std::vector<GemmGoal>& goals, const GemmReport& report, int size, std::string_view over,
               std::string_view under, double least, std::string goal) {
  const double ratio = ratio_at(report, over, under, {size, size, size});
  if (ratio > 0) goals.push_back({std::move(goal), fmt::format("{:.2f} times", ratio), ratio >= least});
}

void add_residual(std::vector<GemmGoal>& goals, const GemmReport& report, std::string_view kernel) {
  const GemmShape shape{4096, 4096, 4096};
  const GemmRow *const row = find_row(report, kernel, shape), *const exact = find_row(report, "cublas_sgemm", shape);
  if (row == nullptr || exact == nullptr || !(row->residual >= 0) || !(exact->residual > 0)) return;
  const double ratio = row->residual / exact->residual;
  goals.push_back({fmt::format("{}: residual at most twice SGEMM's, 4096", kernel),
                   fmt::format("{:.2e}, {:.2g} times", row->residual, ratio), ratio <= 2});
}

// Adds the goal that the corrected product that splits in registers is ahead of the staged one at every size.
void add_split(std::vector<GemmGoal>& goals, const GemmReport& report, std::string_view over, std::string_view under) {
  double least = 0;
  GemmShape where;
  for (const GemmRow& row : report.rows) {
    if (row.kernel != over) continue;
    const double ratio = ratio_at(report, over, under, row.shape);
    if (ratio > 0 && (least == 0 || ratio < least)) least = ratio, where = row.shape;
  }
  if (least == 0) return;
  goals.push_back({fmt::format("{} ahead of {} at every size", over, under),
                   fmt::format("{:.2f} times at least, at {}", least, shape_text(where)), least > 1});
}

}  // namespace

std::vector<GemmGoal> gemm_goals(const GemmReport& report) {
  std::vector<GemmGoal> goals;
  add_speed(goals, report, 4096, "naive_wmma", "tiled_cuda_core", 3, "naive_wmma 3 times tiled_cuda_core, 4096");
  for (const int size : sizes)
    add_speed(goals, report, size, "staged_wmma", "cublas_f16", 0.6,
              fmt::format("staged_wmma 0.6 of cublas_f16, {}", size));
  add_speed(goals, report, 4096, "corrected_wmma", "cublas_sgemm", 1.5, "corrected_wmma 1.5 times cublas_sgemm, 4096");
  add_residual(goals, report, "corrected_wmma");
  add_split(goals, report, "corrected_wmma", "corrected_staged");
  add_split(goals, report, "corrected_wmma", "corrected_skewed");
  add_split(goals, report, "corrected_scaled", "corrected_scaled_staged");
  return goals;
}

}  // namespace tcviz::inline app_export
