// Plots and tables of measured matrix products (GEMM): speed, residual and speed-up over the size, and the residual
// over the spread of the exponents.
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

// Groups of kernels, each drawn in one hue: those for f16, those for f32 split into f16, and those to compare with.
enum class GemmGroup : std::uint8_t { F16, Corrected, Reference };
inline constexpr std::size_t gemm_groups = 3;
std::string_view title_of(GemmGroup group);
GemmGroup group_of(const GemmKernel& kernel);
// Returns the kernels that are shown by default, from the simplest to the library.
std::span<const std::string_view> told_kernels();

// The colour, mark and dashes of a kernel, the same in all plots.
struct KernelLook {
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
  bool long_dashes = false;
};
KernelLook look_of(std::string_view kernel);

using GemmRuns = std::span<const std::shared_ptr<const GemmRun>>;

// The options of a plot.
struct GemmLook {
  std::set<std::string> quiet = {};  // ids of kernels drawn thin and grey
  bool of_cublas = false;            // speeds in percent of that of cuBLAS, on a linear axis
  friend bool operator==(const GemmLook&, const GemmLook&) = default;
};
// Makes the plot: the first run with solid lines, the others on top with dashed ones. `hidden`: ids of kernels to leave
// out.
Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden, const GemmLook& look = {});

// Describes the origin of a run: "recorded · NVIDIA H200 · driver 580.65.06 · CUDA 13.0 · 2026-11-22 · 1980 MHz at
// most".
std::string run_stamp(const GemmRun& run);

// A ratio of speeds in the plot: of kernel `over` to kernel `under`, with the name of the ratio.
struct SpeedUp {
  std::string_view over, under, name;
};
std::span<const SpeedUp> speed_ups();

// A performance goal of the kernels, and the result of a run.
struct GemmGoal {
  std::string goal, measured;
  bool met = false;
};
// Returns the goals for which the report has measurements.
std::vector<GemmGoal> gemm_goals(const GemmReport& report);

// Writes the numbers in the plot of `view` as CSV: size, kernel, speed and so on.
std::string gemm_table_csv(GemmView view, GemmRuns runs, const std::set<std::string>& hidden);

}  // namespace tcviz::inline app_export
