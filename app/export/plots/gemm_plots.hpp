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

// Kernels of one hue: on f16, on f32 split into f16, and those to hold them against.
enum class GemmGroup : std::uint8_t { F16, Corrected, Reference };
inline constexpr std::size_t gemm_groups = 3;
std::string_view title_of(GemmGroup group);
GemmGroup group_of(const GemmKernel& kernel);
// The few that tell what there is to tell, from the simplest to the library.
std::span<const std::string_view> told_kernels();

// A kernel keeps its colour, mark and dashes everywhere.
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
// The first run drawn full, those laid over it dashed. `hidden`: ids of kernels that are left out.
Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden, const GemmLook& look = {});

// "recorded · NVIDIA H200 · driver 580.65.06 · CUDA 13.0 · 2026-11-22 · 1980 MHz at most".
std::string run_stamp(const GemmRun& run);

// Which kernel is compared with which, and what the plot says about it.
struct SpeedUp {
  std::string_view over, under, name;
};
std::span<const SpeedUp> speed_ups();

// The goals of the kernels, and whether a run reached them.
struct GemmGoal {
  std::string goal, measured;
  bool met = false;
};
// The goals for the sizes that the run has.
std::vector<GemmGoal> gemm_goals(const GemmReport& report);

// Size, kernel, speed and so on of one run, as CSV for the plot of `view`.
std::string gemm_table_csv(GemmView view, GemmRuns runs, const std::set<std::string>& hidden);

}  // namespace tcviz::inline app_export
