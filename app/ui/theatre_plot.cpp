#include "app/ui/theatre_plot.hpp"

#include <cmath>

#include <fmt/format.h>

#include "app/export/timing_plot.hpp"
#include "implot.h"

namespace tcviz {
namespace {

struct Series {
  std::vector<double> batch, ratio, low, high;
};

Series series_of(const RunResult& result, Setting setting) {
  Series series;
  for (const Timing& timing : result.timings) {
    if (timing.setting != setting || !timing.skipped.empty()) continue;
    series.batch.push_back(std::log2(timing.batch));
    series.ratio.push_back(timing.ratio);
    series.low.push_back(timing.ratio - timing.ratio_low);
    series.high.push_back(timing.ratio_high - timing.ratio);
  }
  return series;
}

void plot(const char* name, const Series& series) {
  const auto count = static_cast<int>(series.batch.size());
  if (count == 0) return;
  ImPlot::PlotErrorBars(name, series.batch.data(), series.ratio.data(), series.low.data(), series.high.data(), count);
  ImPlot::PlotLine(name, series.batch.data(), series.ratio.data(), count);
  ImPlot::PlotScatter(name, series.batch.data(), series.ratio.data(), count);
}

void table(const Ui& ui, const RunResult& result) {
  mono(ui, ui.colors.dim, "setting  batch      registers  shared     ratio");
  for (const Timing& t : result.timings) {
    const std::string line =
        t.skipped.empty() ? fmt::format("{:8} {:<10} {:<10.3f} {:<10.3f} {:.2f} ({:.2f} to {:.2f})", name_of(t.setting),
                                        t.batch, t.registers_ns, t.staged_ns, t.ratio, t.ratio_low, t.ratio_high)
                          : fmt::format("{:8} {:<10} {}", name_of(t.setting), t.batch, t.skipped);
    mono(ui, ui.colors.text, line);
  }
  label(ui, ui.colors.dim, "ns for each fragment; medians, and quartiles of the ratio");
}

}  // namespace

void draw_timing_plot(const Ui& ui, const RunResult& result) {
  if (ImGui::SmallButton("Copy CSV")) ImGui::SetClipboardText(timing_csv(result).c_str());
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::SmallButton("Copy SVG")) ImGui::SetClipboardText(timing_svg(result).c_str());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (ImPlot::BeginPlot("##ratio", {room.x * 0.5F, room.y}, ImPlotFlags_NoMenus)) {
    ImPlot::SetupAxes("log2 of the fragments", "shared memory / registers", 0, ImPlotAxisFlags_AutoFit);
    ImPlot::SetupAxisLimits(ImAxis_X1, 13.5, 20.5);
    const double one = 1;
    ImPlot::PlotInfLines("equal", &one, 1, {ImPlotProp_Flags, ImPlotInfLinesFlags_Horizontal});
    plot("alone", series_of(result, Setting::Alone));
    plot("in a chain", series_of(result, Setting::Chain));
    ImPlot::EndPlot();
  }
  ImGui::SameLine(0, ui.px(12));
  if (ImGui::BeginChild("##table", {0, 0}, 0, ImGuiWindowFlags_HorizontalScrollbar)) table(ui, result);
  ImGui::EndChild();
}

}  // namespace tcviz
