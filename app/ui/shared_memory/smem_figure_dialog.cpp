// The figure of what is on screen: where it goes, whose suffix says the format.
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/ui/shared_memory/smem_panel.hpp"
#include "imgui_internal.h"

namespace tcviz {
inline namespace app_ui {
namespace {

constexpr float smem_dialog_width = 440;  // points

void draw_figure_news(const Ui& ui) {
  const Document& d = ui.document;
  if (d.figure_news.empty()) return;
  wrapped(ui, d.figure_asks ? ui.colors.warn : d.figure_failed ? ui.colors.bad : ui.colors.good, d.figure_news);
  if (!d.figure_asks) return;
  if (ImGui::Button("Replace it")) ui.push(SaveFigure{true});
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::Button("Keep it")) ui.push(TellFigure{});
}

}  // namespace

void SmemPanel::draw_figure_dialog(const Ui& ui) {
  const Document& d = ui.document;
  const bool opens = d.figure_open && !figure_was_open_;
  figure_was_open_ = d.figure_open;
  if (!d.figure_open) return;
  if (opens || figure_standard_.empty()) figure_standard_ = default_smem_path(d.smem);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float wide = std::min(ui.px(smem_dialog_width), viewport.WorkSize.x - ui.px(16));
  ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({wide, 0});
  if (opens) ImGui::SetNextWindowFocus();
  bool open = true;
  const bool journey = d.smem.page == SmemPage::Journey;
  if (ImGui::Begin(journey ? "Figure of this journey###smem_figure" : "Figure of this image###smem_figure", &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_AlwaysAutoResize)) {
    wrapped(ui, ui.colors.dim,
            journey ? "All of its hops, to a file: .svg, .png, .pdf or .tex (TikZ)."
                    : "All of its lines and elements, to a file: .svg, .png, .pdf or .tex (TikZ).");
    const bool refused = !d.figure_news.empty() && d.figure_failed && !figure_failed_;
    figure_failed_ = d.figure_failed;
    if (opens || refused) ImGui::SetKeyboardFocusHere();  // to type another name
    if (figure_path_.draw(ui, "##path", figure_standard_.c_str(), d.smem.figure_path, -1, false))
      ui.push(SmemAction(SetSmemFigurePath{figure_path_.text()}));
    const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    if (ImGui::Button("Save", {ui.px(96), 0}) || entered) ui.push(SaveFigure{});
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Copy as PNG")) ui.push(CopyFigure{});
    draw_figure_news(ui);
  }
  const bool escaped = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                       ImGui::IsKeyPressed(ImGuiKey_Escape, false) && !opens;
  ImGui::End();
  if (!open || escaped) ui.push(ShowFigure{false});
}

}  // namespace app_ui
}  // namespace tcviz
