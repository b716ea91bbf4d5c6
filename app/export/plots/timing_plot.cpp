#include "app/export/plots/timing_plot.hpp"

#include <fmt/format.h>

#include <utility>

namespace tcviz::inline app_export {
namespace {

PlotSeries series_of(const RunResult& result, Setting setting, std::string name, PlotColor color, bool dashed) {
  PlotSeries series{std::string(name_of(setting)), std::move(name), color, PlotMark::Disc, dashed, {}};
  for (const Timing& t : result.timings) {
    if (t.setting != setting || !t.skipped.empty()) continue;
    series.points.push_back({static_cast<double>(t.batch), t.ratio, t.ratio_low, t.ratio_high,
                             fmt::format("{}, {} fragments: {:.2f} times", series.name, t.batch, t.ratio)});
  }
  if (!series.points.empty()) series.end = fmt::format("{}  {:.2f}", series.name, series.points.back().y);
  return series;
}

}  // namespace

std::string timing_csv(const RunResult& result) {
  std::string csv = "operation,kind,executor,setting,batch,registers_ns,staged_ns,ratio,ratio_low,ratio_high,skipped\n";
  for (const Timing& t : result.timings) {
    csv +=
        fmt::format("{},{},\"{}\",{},{},", result.operation, result.kind, result.executor, name_of(t.setting), t.batch);
    csv += t.skipped.empty() ? fmt::format("{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},\n", t.registers_ns, t.staged_ns,
                                           t.ratio, t.ratio_low, t.ratio_high)
                             : fmt::format(",,,,,\"{}\"\n", t.skipped);
  }
  return csv;
}

Plot timing_plot(const RunResult& result) {
  constexpr PlotColor blue{{0x5a, 0xb8, 0xff}, {0x00, 0x67, 0xb8}}, orange{{0xf5, 0x8b, 0x4c}, {0xa8, 0x43, 0x00}};
  Plot plot;
  plot.title = fmt::format("{} on {}", result.operation, result.kind);
  plot.subtitle = result.executor;
  plot.x = {"fragments", 2};
  plot.y = {"time through shared memory / time in registers", 0};
  plot.series = {series_of(result, Setting::Alone, "alone", blue, true),
                 series_of(result, Setting::Chain, "in a chain of products", orange, false)};
  plot.lines = {{1, "equally fast"}};
  return plot;
}

}  // namespace tcviz::inline app_export
