#include "app/export/gemm_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tcviz {
namespace {

struct LookRow {
  std::string_view kernel;
  KernelLook look;
};
constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 255),
          static_cast<std::uint8_t>(hex & 255)};
}
constexpr KernelLook row(std::uint32_t on_dark, std::uint32_t on_light, PlotMark mark) {
  return {{rgb(on_dark), rgb(on_light)}, mark};
}
// WMMA warm and blue, the ladder beyond it pale, without tensor cores grey-brown, corrected green, cuBLAS violet; marks
// by family.
constexpr std::array looks{
    LookRow{"naive_wmma", row(0xf7b04a, 0x9a5b00, PlotMark::Disc)},
    LookRow{"staged_threads", row(0x7f98c8, 0x53678f, PlotMark::Disc)},
    LookRow{"staged_wmma", row(0x5ab8ff, 0x0067b8, PlotMark::Disc)},
    LookRow{"mma_sync", row(0xd9c2a0, 0x7d6238, PlotMark::Disc)},
    LookRow{"wgmma", row(0xf4f4f4, 0x2c2c34, PlotMark::Disc)},
    LookRow{"tiled_cuda_core", row(0xb3a690, 0x75685a, PlotMark::Cross)},
    LookRow{"register_tiled", row(0xf0805f, 0xb4432a, PlotMark::Cross)},
    LookRow{"corrected_wmma", row(0x52d69a, 0x0a7a4e, PlotMark::Square)},
    LookRow{"corrected_staged", row(0xa6d65a, 0x5a7d10, PlotMark::Square)},
    LookRow{"corrected_skewed", row(0xe3d35a, 0x857000, PlotMark::Square)},
    LookRow{"corrected_scaled", row(0x4fd6d0, 0x0b7b80, PlotMark::Diamond)},
    LookRow{"corrected_scaled_staged", row(0x86b8c0, 0x47707c, PlotMark::Diamond)},
    LookRow{"corrected_truncated", row(0x9aa89a, 0x566256, PlotMark::Square)},
    LookRow{"cublas_f16", row(0xc79bff, 0x7a3fc4, PlotMark::Triangle)},
    LookRow{"cublas_tf32", row(0xff8fc4, 0xb8286f, PlotMark::Triangle)},
    LookRow{"cublas_sgemm", row(0x9aa7ff, 0x4450b4, PlotMark::Triangle)},
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
// A ratio is drawn like the kernel above, and dashed marks tell apart those that share it.
constexpr std::array<KernelLook, ratios.size()> ratio_looks{
    row(0x52d69a, 0x0a7a4e, PlotMark::Square),  row(0xe3d35a, 0x857000, PlotMark::Square),
    row(0x4fd6d0, 0x0b7b80, PlotMark::Diamond), row(0x9aa7ff, 0x4450b4, PlotMark::Triangle),
    row(0xf7b04a, 0x9a5b00, PlotMark::Disc),    row(0x5ab8ff, 0x0067b8, PlotMark::Disc),
    row(0x7f98c8, 0x53678f, PlotMark::Disc),    row(0xf4f4f4, 0x2c2c34, PlotMark::Disc)};

// The side of the cube that costs as much.
double size_of(const GemmShape& shape) {
  return std::cbrt(static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k));
}

std::string thousands(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

struct Value {
  double y = 0, low = 0, high = 0;  // y 0: none
  std::string text;
};

Value speed(const GemmRow& row) {
  if (!(row.ms > 0)) return {};
  const auto at = [&](double ms) { return row.gflops * row.ms / (ms > 0 ? ms : row.ms); };
  return {row.gflops, at(row.ms_high), at(row.ms_low), thousands(row.gflops) + " GFLOP/s"};
}

Value residual(const GemmRow& row) {
  if (!(row.residual > 0)) return {};
  return {row.residual, 0, 0, fmt::format("residual {:.2e}", row.residual)};
}

void sort(PlotSeries& series) {
  std::stable_sort(series.points.begin(), series.points.end(),
                   [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
}

// Names of overlaid runs end with their date and device, so that a legend tells them apart.
std::string overlay(const GemmRun& run, bool first) {
  return first ? std::string() : fmt::format(" ({} {})", run.report.device, run.report.date);
}

PlotSeries series_of(GemmView view, const GemmRun& run, bool first, const GemmKernel& kernel) {
  const KernelLook look = look_of(kernel.id);
  PlotSeries series{
      std::string(kernel.id), std::string(kernel.title) + overlay(run, first), look.color, look.mark, !first, {}};
  for (const GemmRow& row : run.report.rows) {
    if (row.kernel != kernel.id || !row.error.empty()) continue;
    if ((view == GemmView::Spread) != (row.spread > 0)) continue;
    const Value value = view == GemmView::Speed ? speed(row) : residual(row);
    if (value.y <= 0) continue;
    const double x = view == GemmView::Spread ? row.spread : size_of(row.shape);
    series.points.push_back({x, value.y, value.low, value.high,
                             fmt::format("{} at {}: {}", series.name, shape_text(row.shape), value.text)});
  }
  sort(series);
  return series;
}

PlotSeries ratio_of(const GemmRun& run, bool first, std::size_t n) {
  const SpeedUp& ratio = ratios[n];
  PlotSeries series{std::string(ratio.over),
                    std::string(ratio.name) + overlay(run, first),
                    ratio_looks[n].color,
                    ratio_looks[n].mark,
                    !first,
                    {}};
  for (const GemmRow& row : run.report.rows) {
    if (row.kernel != ratio.over || row.spread > 0 || !row.error.empty() || !(row.ms > 0)) continue;
    const GemmRow* const under = find_row(run.report, ratio.under, row.shape, row.spread);
    if (under == nullptr || !(under->gflops > 0)) continue;
    const double value = row.gflops / under->gflops;
    series.points.push_back({size_of(row.shape), value, 0, 0,
                             fmt::format("{} at {}: {:.2f} times", series.name, shape_text(row.shape), value)});
  }
  sort(series);
  return series;
}

void add_peaks(Plot& plot, const GemmReport& report, const std::set<std::string>& hidden) {
  constexpr std::array<std::pair<Unit, const char*>, 3> units{{{Unit::TensorF16, "peak, f16 tensor cores"},
                                                               {Unit::TensorTF32, "peak, TF32 tensor cores"},
                                                               {Unit::CudaF32, "peak, f32 CUDA cores"}}};
  for (const auto& [unit, name] : units) {
    for (const GemmKernel& kernel : gemm_kernels()) {
      const double peak = peak_of(report, kernel);
      if (kernel.unit != unit || hidden.contains(std::string(kernel.id)) || peak <= 0) continue;
      plot.lines.push_back({peak, fmt::format("{}: {}", name, thousands(peak))});
      break;
    }
  }
}

void add_ratios(Plot& plot, GemmRuns runs, const std::set<std::string>& hidden) {
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t n = 0; n < ratios.size(); ++n) {
      const bool shown =
          !hidden.contains(std::string(ratios[n].over)) && !hidden.contains(std::string(ratios[n].under));
      PlotSeries series = shown ? ratio_of(*runs[r], r == 0, n) : PlotSeries{};
      if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
  }
  plot.lines.push_back({1, "equally fast"});
}

struct ViewText {
  const char *title, *y;
  int base;
};
constexpr std::array<ViewText, 4> view_texts{{{"Speed of whole products", "GFLOP/s = 2 M N K / time", 10},
                                              {"Residual against f64", "|C - C64| / |C64|", 10},
                                              {"How many times faster", "times", 0},
                                              {"Residual over the spread of the exponents", "|C - C64| / |C64|", 10}}};

}  // namespace

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

Plot gemm_plot(GemmView view, GemmRuns runs, const std::set<std::string>& hidden) {
  const ViewText& words = view_texts[static_cast<std::size_t>(view)];
  Plot plot;
  plot.title = words.title;
  plot.subtitle = runs.empty() ? "" : run_stamp(*runs.front());
  plot.y = {words.y, words.base};
  plot.x = {"size: side of M = N = K, or of a cube as large", 2};
  if (view == GemmView::Spread) plot.x = {"bits that the exponents are spread over", 0};
  if (runs.empty()) return plot;
  if (view == GemmView::SpeedUp) {
    add_ratios(plot, runs, hidden);
    return plot;
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const GemmKernel& kernel : gemm_kernels()) {
      if (hidden.contains(std::string(kernel.id))) continue;
      PlotSeries series = series_of(view, *runs[r], r == 0, kernel);
      if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
  }
  if (view == GemmView::Speed) add_peaks(plot, runs.front()->report, hidden);
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

}  // namespace tcviz
