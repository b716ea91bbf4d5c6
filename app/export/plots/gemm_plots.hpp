// Runs of whole products as plots and tables: speed, residual and speed-up over size, residual over the spread of the
// exponents. Knows nothing of windows.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/plots/plot.hpp"
#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline app_export {

enum class GemmView : std::uint8_t { Speed, Residual, SpeedUp, Spread };

// Kernels of one hue: on f16, on f32 split into f16, and those to compare them with.
enum class GemmGroup : std::uint8_t { F16, Corrected, Reference };
inline constexpr std::size_t gemm_groups = 3;
std::string_view title_of(GemmGroup group);
GemmGroup group_of(const GemmKernel& kernel);
// Returns the few kernels that tell the whole story, from the simplest to the library.
std::span<const std::string_view> told_kernels();

// The colour, mark and dashes of a kernel, the same everywhere.
struct KernelLook {
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
  bool long_dashes = false;
};
KernelLook look_of(std::string_view kernel);

using GemmRuns = std::span<const std::shared_ptr<const GemmRun>>;

struct GemmLook {
  std::set<std::string> quiet = {};  // ids of kernels that are thin and grey
  bool of_cublas = false;            // speeds in percent of cuBLAS's, on a linear axis
  friend bool operator==(const GemmLook&, const GemmLook&) = default;
};
// Plots the first run with full lines and the others over it with dashes. `hidden`: ids of kernels that are left out.
Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden, const GemmLook& look = {});

// Returns "recorded · NVIDIA H200 · driver 580.65.06 · CUDA 13.0 · 2026-11-22 · 1980 MHz at most".
std::string run_stamp(const GemmRun& run);

// A kernel, the kernel that it is compared with, and the name of that ratio in the plot.
struct SpeedUp {
  std::string_view over, under, name;
};
std::span<const SpeedUp> speed_ups();

// A goal of the kernels, and the result of a run for it.
struct GemmGoal {
  std::string goal, measured;
  bool met = false;
};
// Returns the goals for the sizes that the run has.
std::vector<GemmGoal> gemm_goals(const GemmReport& report);

// Writes size, kernel, speed and so on of one run, as CSV for the plot of `view`.
std::string gemm_table_csv(GemmView view, GemmRuns runs, const std::set<std::string>& hidden);

}  // namespace tcviz::inline app_export
