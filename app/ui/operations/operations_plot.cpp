#include "app/ui/operations/operations_plot.hpp"

#include <fmt/format.h>

#include "app/export/plots/timing_plot.hpp"

namespace tcviz::inline app_ui {
namespace {

void timing_table(const Ui& ui, const RunResult& result) {
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

void TimingPlot::draw(const Ui& ui, const std::shared_ptr<const OperationsRun>& run) {
  const RunResult& result = run->result.value();
  if (run_ != run) {
    run_ = run;
    shown_ = shown_plot(timing_plot(result));
  }
  if (ImGui::SmallButton("Copy CSV")) ImGui::SetClipboardText(timing_csv(result).c_str());
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::SmallButton("Copy SVG")) ImGui::SetClipboardText(plot_svg(shown_.plot).c_str());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x > ui.px(760);
  draw_plot(ui, "##ratio", shown_, {beside ? room.x * 0.5F : room.x, beside ? room.y : room.y * 0.6F});
  if (beside) ImGui::SameLine(0, ui.px(12));
  if (ImGui::BeginChild("##table", {0, 0}, 0, ImGuiWindowFlags_HorizontalScrollbar)) timing_table(ui, result);
  ImGui::EndChild();
}

}  // namespace tcviz::inline app_ui
