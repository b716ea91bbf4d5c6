// The right of the panel of operations: the kernel, the timings, earlier runs.
#include <array>

#include <fmt/format.h>

#include "app/export/plots/timing_plot.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/operations/operations_panel.hpp"
#include "gpu/source/device/device_name.hpp"

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

// Draws the tabs; with `values` also one for before and after.
void OperationsPanel::draw_tabs(const Ui& ui, bool values) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  copy_at_ = {at.x + ImGui::GetContentRegionAvail().x - ui.px(54), at.y + ui.px(2)};
  if (!ImGui::BeginTabBar("##lower")) return;
  struct Tab {
    const char* name;
    void (OperationsPanel::*draw)(const Ui&);
  };
  constexpr std::array<Tab, 4> tabs{{{"Values", &OperationsPanel::draw_result},
                                     {"Kernel", &OperationsPanel::draw_source},
                                     {"Timings", &OperationsPanel::draw_timings},
                                     {"Runs", &OperationsPanel::draw_runs}}};
  for (const Tab& tab : tabs) {
    if (&tab == tabs.data() && !values) continue;
    if (!ImGui::BeginTabItem(tab.name)) continue;
    (this->*tab.draw)(ui);
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

void OperationsPanel::draw_source(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  if (operations.shown == nullptr || operations.shown->text.empty()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImGui::SetCursorScreenPos(copy_at_);
  if (ImGui::SmallButton("Copy")) ImGui::SetClipboardText(operations.shown->text.c_str());
  explain(ui, "The whole kernel: it compiles alone with nvcc.");
  ImGui::SetCursorScreenPos(at);
  code_.draw(ui, "##kernel", operations.shown->text, room);
  subjects_.push_back({at.x, at.y, room.x, room.y});
}

void OperationsPanel::draw_timings(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  const bool some =
      operations.shown != nullptr && operations.shown->result && !operations.shown->result.value().timings.empty();
  if (!some)
    return wrapped(ui, ui.colors.dim, "Not timed. \"Time\" runs it both ways on the GPU, for 2^14 to 2^20 fragments.");
  timings_.draw(ui, operations.shown);
}

void OperationsPanel::find_ways_on(const std::string& id) {
  if (ways_of_ == id) return;
  ways_of_ = id;
  ways_on_.clear();
  for (const Operation& operation : operations()) ways_on_.push_back(way_on(operation, id));
}

std::string OperationsPanel::verdict_text(const OperationsRun& run) {
  const RunResult& result = run.result.value();
  const bool foreign = result.judgement.failed() && result.on_gpu && !gpu_ordinal(run.source);
  const std::string sentence =
      foreign ? fmt::format("arch mismatch: {} is not the layout of {}", run.source, result.executor)
              : result.judgement.sentence;
  return fmt::format("{} · {} · layout of {}", sentence, result.executor, run.source);
}

void OperationsPanel::draw_runs(const Ui& ui) {
  const OperationsState& operations = ui.document.task<OperationsState>();
  if (operations.runs.empty()) return label(ui, ui.colors.dim, "No run on a GPU yet.");
  for (std::size_t n = 0; n < operations.runs.size(); ++n) {
    const OperationsRun& run = *operations.runs[n];
    const std::string verdict = !run.result ? run.result.error().message : run.result.value().judgement.sentence;
    const std::string_view word = run.result ? run.result.value().judgement.word() : "FAILED";
    const std::string name = fmt::format("{}  {}  {}  {}: {}", run.choice.operation, run.layout.kind(), run.source,
                                         word == "FAILED" ? "failed" : word, verdict);
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::Selectable(name.c_str(), operations.shown == operations.runs[n]))
      ui.push(OperationsAction(ShowRun{operations.runs[n]}));
    ImGui::PopID();
  }
}

}  // namespace tcviz::inline app_ui
