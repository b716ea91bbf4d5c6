#include "app/export/plots/gemm_plots.hpp"
#include "app/export/ink/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tcviz::inline app_export {
namespace {

struct LookRow {
  std::string_view kernel;
  KernelLook look;
};
constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 255),
          static_cast<std::uint8_t>(hex & 255)};
}
constexpr KernelLook row(std::uint32_t on_dark, std::uint32_t on_light, PlotMark mark, bool long_dashes = false) {
  return {{rgb(on_dark), rgb(on_light)}, mark, long_dashes};
}
// A hue for each group: f16 blue, f32 from f16 orange, references pink. Marks and dashes tell apart those of a group.
constexpr std::array looks{
    LookRow{"naive_wmma", row(0x259ed6, 0x006c97, PlotMark::Disc)},
    LookRow{"staged_threads", row(0x47b7f1, 0x0a5f85, PlotMark::Square, true)},
    LookRow{"staged_wmma", row(0x67b0f9, 0x005a9d, PlotMark::Square)},
    LookRow{"mma_sync", row(0x48d7fe, 0x075669, PlotMark::Diamond)},
    LookRow{"wgmma", row(0xa5d8fd, 0x014263, PlotMark::Triangle)},
    LookRow{"corrected_wmma", row(0xffa659, 0x915108, PlotMark::Disc)},
    LookRow{"corrected_staged", row(0xe57f4f, 0xaa4606, PlotMark::Square, true)},
    LookRow{"corrected_skewed", row(0xe4a339, 0x7a5103, PlotMark::Diamond, true)},
    LookRow{"corrected_scaled", row(0xfecd5c, 0x6c5005, PlotMark::Triangle)},
    LookRow{"corrected_scaled_staged", row(0xcb8315, 0x653e01, PlotMark::Square)},
    LookRow{"corrected_truncated", row(0xfeb992, 0x622b01, PlotMark::Cross, true)},
    LookRow{"tiled_cuda_core", row(0xcc75ba, 0x9e448e, PlotMark::Cross, true)},
    LookRow{"register_tiled", row(0xd28ce1, 0x813b91, PlotMark::Square, true)},
    LookRow{"cublas_f16", row(0xfea0e0, 0x8b2d72, PlotMark::Triangle)},
    LookRow{"cublas_tf32", row(0xfab5fe, 0x6d2073, PlotMark::Diamond)},
    LookRow{"cublas_sgemm", row(0xec84b7, 0x6c0045, PlotMark::Disc)},
};

constexpr std::array ratios{
    SpeedUp{"corrected_wmma", "corrected_staged", "corrected: registers over staged"},
    SpeedUp{"corrected_wmma", "corrected_skewed", "corrected: registers over skewed"},
    SpeedUp{"corrected_scaled", "corrected_scaled_staged", "corrected and scaled: registers over staged"},
    SpeedUp{"corrected_wmma", "cublas_sgemm", "corrected over cuBLAS SGEMM"},
    SpeedUp{"naive_wmma", "tiled_cuda_core", "naive WMMA over tiled, CUDA cores"},
    SpeedUp{"staged_wmma", "cublas_f16", "staged WMMA over cuBLAS f16"},
    SpeedUp{"staged_wmma", "staged_threads", "staged WMMA: copy engine over threads"},
    SpeedUp{"wgmma", "cublas_f16", "wgmma over cuBLAS f16"},
};
// The looks of ratios. A ratio is drawn like its upper kernel; the lower kernel tells apart those that share it.
constexpr std::array<KernelLook, ratios.size()> ratio_looks{
    row(0xffa659, 0x915108, PlotMark::Disc),         row(0xffa659, 0x915108, PlotMark::Diamond, true),
    row(0xfecd5c, 0x6c5005, PlotMark::Triangle),     row(0xec84b7, 0x6c0045, PlotMark::Disc),
    row(0x259ed6, 0x006c97, PlotMark::Disc),         row(0x67b0f9, 0x005a9d, PlotMark::Square),
    row(0x47b7f1, 0x0a5f85, PlotMark::Square, true), row(0xa5d8fd, 0x014263, PlotMark::Triangle)};

// Returns the side of the cube that costs as much.
double size_of(const GemmShape& shape) {
  return std::cbrt(static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k));
}

struct Value {
  double y = 0, low = 0, high = 0;  // y 0: none
  std::string text, end;            // shown at the pointer; shown beside the end of its series
};

Value speed(const GemmRow& row) {
  if (!(row.ms > 0)) return {};
  const auto at = [&](double ms) { return row.gflops / 1000 * row.ms / (ms > 0 ? ms : row.ms); };
  const std::string text = tflops(row.gflops);
  return {row.gflops / 1000, at(row.ms_high), at(row.ms_low), text + " TFLOP/s", text};
}

// Returns the percentage of cuBLAS's speed; cuBLAS itself has 100.
Value part_of_cublas(const GemmReport& report, const GemmRow& row) {
  const Value value = speed(row);
  const double library = cublas_of(report, row) / 1000;
  if (value.y <= 0 || library <= 0) return {};
  const auto part = [&](double y) { return 100 * y / library; };
  const std::string text = fmt::format("{:.0f} %", part(value.y));
  return {part(value.y), part(value.low), part(value.high), fmt::format("{} of cuBLAS, {}", text, value.text), text};
}

Value residual(const GemmRow& row) {
  if (!(row.residual > 0)) return {};
  const std::string text = fmt::format("{:.1e}", row.residual);
  return {row.residual, 0, 0, fmt::format("residual {:.2e}", row.residual), text};
}

Value value_of(GemmView view, const GemmReport& report, const GemmRow& row, bool of_cublas) {
  if (view != GemmView::Speed) return residual(row);
  return of_cublas ? part_of_cublas(report, row) : speed(row);
}

void sort(PlotSeries& series) {
  std::stable_sort(series.points.begin(), series.points.end(),
                   [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
}

double x_of(GemmView view, const GemmRow& row) { return view == GemmView::Spread ? row.spread : size_of(row.shape); }

// Returns the date and device for the name of an overlaid run, so that a legend tells the runs apart.
std::string overlay(const GemmRun& run, bool first) {
  return first ? std::string() : fmt::format(" ({} {})", run.report.device, run.report.date);
}

PlotSeries empty_series(std::string_view key, std::string name, const KernelLook& look, const GemmRun& run,
                        bool first) {
  PlotSeries series{std::string(key), name + overlay(run, first), look.color, look.mark, !first, {}};
  series.end = first ? std::move(name) : series.name;
  series.long_dashes = look.long_dashes && first;
  return series;
}

PlotSeries series_of(GemmView view, const GemmRun& run, bool first, const GemmKernel& kernel, const GemmLook& chosen) {
  PlotSeries series = empty_series(kernel.id, std::string(kernel.title), look_of(kernel.id), run, first);
  series.quiet = chosen.quiet.contains(series.key);
  std::string end;
  for (const GemmRow& row : run.report.rows) {
    if (row.kernel != kernel.id || !row.error.empty()) continue;
    if ((view == GemmView::Spread) != (row.spread > 0)) continue;
    const Value value = value_of(view, run.report, row, chosen.of_cublas);
    if (value.y <= 0) continue;
    if (series.points.empty() || x_of(view, row) >= series.points.back().x) end = value.end;
    series.points.push_back({x_of(view, row), value.y, value.low, value.high,
                             fmt::format("{} at {}: {}", series.name, shape_text(row.shape), value.text)});
  }
  sort(series);
  if (!series.points.empty()) series.end += "  " + end;
  return series;
}

PlotSeries ratio_of(const GemmRun& run, bool first, std::size_t n) {
  const SpeedUp& ratio = ratios[n];
  PlotSeries series = empty_series(ratio.over, std::string(ratio.name), ratio_looks[n], run, first);
  for (const GemmRow& row : run.report.rows) {
    if (row.kernel != ratio.over || row.spread > 0 || !row.error.empty() || !(row.ms > 0)) continue;
    const GemmRow* const under = find_row(run.report, ratio.under, row.shape, row.spread);
    if (under == nullptr || !(under->gflops > 0)) continue;
    const double value = row.gflops / under->gflops;
    series.points.push_back({size_of(row.shape), value, 0, 0,
                             fmt::format("{} at {}: {:.2f} times", series.name, shape_text(row.shape), value)});
  }
  sort(series);
  if (!series.points.empty()) series.end += fmt::format("  {:.2f}", series.points.back().y);
  return series;
}

void add_peaks(Plot& plot, const GemmReport& report, const std::set<std::string>& hidden) {
  constexpr std::array<std::pair<Unit, const char*>, 3> units{
      {{Unit::TensorF16, "peak of f16"}, {Unit::TensorTF32, "peak of TF32"}, {Unit::CudaF32, "peak of CUDA cores"}}};
  for (const auto& [unit, name] : units) {
    for (const GemmKernel& kernel : gemm_kernels()) {
      const double peak = peak_of(report, kernel);
      if (kernel.unit != unit || hidden.contains(std::string(kernel.id)) || peak <= 0) continue;
      plot.lines.push_back({peak / 1000, fmt::format("{}  {}", name, tflops(peak))});
      break;
    }
  }
}

void add_ratios(Plot& plot, GemmRuns runs, const std::set<std::string>& hidden, const GemmLook& look) {
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t n = 0; n < ratios.size(); ++n) {
      const bool shown =
          !hidden.contains(std::string(ratios[n].over)) && !hidden.contains(std::string(ratios[n].under));
      PlotSeries series = shown ? ratio_of(*runs[r], r == 0, n) : PlotSeries{};
      series.quiet = look.quiet.contains(series.key);
      if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
  }
  plot.lines.push_back({1, "equally fast"});
}

struct ViewText {
  const char *title, *y;
  int base;
};
constexpr std::array<ViewText, 4> view_texts{{{"Speed of whole products", "TFLOP/s = 2 M N K / time", 10},
                                              {"Residual against f64", "|C - C64| / |C64|", 10},
                                              {"How many times faster", "times", 0},
                                              {"Residual over the spread of the exponents", "|C - C64| / |C64|", 10}}};

}  // namespace

std::string_view title_of(GemmGroup group) {
  constexpr std::array<std::string_view, gemm_groups> titles{"f16", "f32 from f16", "references"};
  return titles[static_cast<std::size_t>(group)];
}

GemmGroup group_of(const GemmKernel& kernel) {
  if (is_corrected(kernel)) return GemmGroup::Corrected;
  const bool own = kernel.library == Library::None && kernel.unit != Unit::CudaF32;
  return own ? GemmGroup::F16 : GemmGroup::Reference;
}

std::span<const std::string_view> told_kernels() {
  static constexpr std::array<std::string_view, 5> told{"naive_wmma", "staged_wmma", "mma_sync", "wgmma", "cublas_f16"};
  return told;
}

KernelLook look_of(std::string_view kernel) {
  for (const LookRow& each : looks) {
    if (each.kernel == kernel) return each.look;
  }
  return row(0x9ba1ac, 0x525a67, PlotMark::Disc);
}

std::span<const SpeedUp> speed_ups() { return ratios; }

std::string run_stamp(const GemmRun& run) {
  const GemmReport& r = run.report;
  std::string text = run.recorded ? "recorded · " : "";
  text += r.device;
  if (!r.driver.empty()) text += fmt::format(" · driver {} · CUDA {}", r.driver, r.cuda);
  text += " · " + r.date;
  if (r.clock_mhz > 0) text += fmt::format(" · {} MHz at most", r.clock_mhz);
  if (r.busy) text += " · while busy " + describe(*r.busy);
  return text;
}

Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden, const GemmLook& look) {
  const ViewText& words = view_texts[static_cast<std::size_t>(view)];
  Plot plot;
  plot.title = words.title;
  plot.subtitle = runs.empty() ? "" : run_stamp(*runs.front());
  plot.y = {words.y, words.base};
  plot.x = {"size: side of M = N = K, or of a cube as large", 2};
  const bool of_cublas = view == GemmView::Speed && look.of_cublas;
  if (of_cublas) plot.y = {"% of cuBLAS on the same numbers; f32 from f16: of its SGEMM", 0};
  if (view == GemmView::Spread) plot.x = {"bits that the exponents are spread over", 0};
  if (runs.empty()) return plot;
  if (view == GemmView::SpeedUp) {
    add_ratios(plot, runs, hidden, look);
    return plot;
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const GemmKernel& kernel : gemm_kernels()) {
      if (hidden.contains(std::string(kernel.id)) || (of_cublas && kernel.library != Library::None)) continue;
      PlotSeries series = series_of(view, *runs[r], r == 0, kernel, look);
      if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
  }
  if (of_cublas) plot.lines.push_back({100, "cuBLAS  100 %"});
  if (view == GemmView::Speed && !of_cublas) add_peaks(plot, runs.front()->report, hidden);
  return plot;
}

std::string gemm_table_csv(GemmView view, GemmRuns runs, const std::set<std::string>& hidden) {
  if (view != GemmView::SpeedUp) {
    std::string csv;
    for (const auto& run : runs) {
      GemmReport shown = run->report;
      std::erase_if(shown.rows, [&](const GemmRow& each) { return hidden.contains(each.kernel); });
      const std::string text = gemm_csv(shown);
      csv += csv.empty() ? text : text.substr(text.find('\n') + 1);
    }
    return csv;
  }
  std::string csv = "over,under,m,n,k,times,device,date\n";
  for (const auto& run : runs) {
    for (const SpeedUp& ratio : ratios) {
      if (hidden.contains(std::string(ratio.over)) || hidden.contains(std::string(ratio.under))) continue;
      for (const GemmRow& each : run->report.rows) {
        const GemmRow* const under = find_row(run->report, ratio.under, each.shape, each.spread);
        if (each.kernel != ratio.over || !(each.gflops > 0) || under == nullptr || !(under->gflops > 0)) continue;
        csv += fmt::format("{},{},{},{},{},{:.4f},\"{}\",{}\n", ratio.over, ratio.under, each.shape.m, each.shape.n,
                           each.shape.k, each.gflops / under->gflops, run->report.device, run->report.date);
      }
    }
  }
  return csv;
}

}  // namespace tcviz::inline app_export
