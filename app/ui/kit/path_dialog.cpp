#include "app/ui/kit/path_dialog.hpp"

#include <algorithm>

#include "app/session/whole/action.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float path_dialog_width = 440;  // points

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

void PathDialog::draw(const Ui& ui, const std::function<PathDialogWords()>& words, const std::string& path,
                      const std::function<void(std::string)>& typed) {
  const Document& d = ui.document;
  const bool opens = d.figure_open && !was_open_;
  was_open_ = d.figure_open;
  if (!d.figure_open) return;
  if (opens || words_.standard.empty()) words_ = words();
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float wide = std::min(ui.px(path_dialog_width), viewport.WorkSize.x - ui.px(16));
  ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({wide, 0});
  if (opens) ImGui::SetNextWindowFocus();
  bool open = true;
  if (ImGui::Begin(words_.title, &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_AlwaysAutoResize)) {
    wrapped(ui, ui.colors.dim, words_.about);
    const bool refused = !d.figure_news.empty() && d.figure_failed && !failed_;
    failed_ = d.figure_failed;
    if (opens || refused) ImGui::SetKeyboardFocusHere();  // to type another name
    if (field_.draw(ui, "##path", words_.standard.c_str(), path, -1, false)) typed(field_.text());
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

}  // namespace tcviz::inline app_ui
