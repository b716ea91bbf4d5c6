// Runs of whole products as plots and tables: speed, residual and speed-up over size, residual over the spread of the
// exponents. Knows nothing of windows.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/plot.hpp"
#include "gpu/ops/gemm_report.hpp"

namespace tcviz {

enum class GemmView : std::uint8_t { Speed, Residual, SpeedUp, Spread };

// A kernel keeps its colour and mark everywhere.
struct KernelLook {
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
};
KernelLook look_of(std::string_view kernel);

using GemmRuns = std::span<const std::shared_ptr<const GemmRun>>;

// The first run drawn full, those laid over it dashed. `hidden`: ids of kernels that are left out.
Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden);

// "recorded · NVIDIA H200 · driver 580.65.06 · CUDA 13.0 · 2026-11-22 · 1980 MHz at most".
std::string run_stamp(const GemmRun& run);

// Which kernel over which, and what is told of it.
struct SpeedUp {
  std::string_view over, under, name;
};
std::span<const SpeedUp> speed_ups();

// What the kernels were to reach, and whether they did.
struct GemmGoal {
  std::string goal, measured;
  bool met = false;
};
// Of the sizes that the run has.
std::vector<GemmGoal> gemm_goals(const GemmReport& report);

// Size, kernel, speed and so on of one run, as CSV for the plot of `view`.
std::string gemm_table_csv(GemmView view, GemmRuns runs, const std::set<std::string>& hidden);

}  // namespace tcviz
