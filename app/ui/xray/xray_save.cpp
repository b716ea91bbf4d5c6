// The questions about the kernel's text and its file.
#include <algorithm>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/xray/xray_panel.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float save_dialog_width = 440;  // points
constexpr std::string_view two_texts = "Another program has changed the file, and its text is not the one here.";

// Draws the two answers if another program has changed the file.
void draw_reload(const Ui& ui) {
  if (ImGui::Button("Reload from disk")) ui.push(XrayAction(ReloadXray{}));
  explain(ui, "Takes the text of the file, and drops that of the editor.");
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::Button("Keep mine")) ui.push(XrayAction(KeepXray{}));
  explain(ui, "Keeps the text of the editor; saving it replaces that of the file.");
}

std::string title_of(const XrayState& state) {
  if (state.disk.asks == XrayAsks::Name) return "Save the text as###xray_save";
  return fmt::format("Save the text of {}?###xray_save", state.name);
}

}  // namespace

void XraySaveDialog::draw_strip(const Ui& ui) const {
  const XrayDisk& disk = ui.document.task<XrayState>().disk;
  if (disk.asks || !(disk.other || disk.failed)) return;
  if (disk.other) wrapped(ui, ui.colors.warn, two_texts);
  if (disk.failed) wrapped(ui, ui.colors.bad, disk.news);
  if (disk.other) draw_reload(ui);
}

void XraySaveDialog::draw_name(const Ui& ui, bool begins) {
  const XrayState& state = ui.document.task<XrayState>();
  if (begins) ImGui::SetKeyboardFocusHere();
  if (name_.draw(ui, "##path", state.name.c_str(), state.disk.typed, -1, false))
    ui.push(XrayAction(TypeXrayPath{name_.text()}));
}

void XraySaveDialog::draw_answers(const Ui& ui, bool entered) const {
  const XrayState& state = ui.document.task<XrayState>();
  const bool named = state.disk.asks == XrayAsks::Name || state.path.empty();
  if (ImGui::Button(state.disk.is_there ? "Replace it###save" : "Save###save", {ui.px(96), 0}))
    ui.push(named ? XrayAction(WriteXray{state.disk.is_there}) : XrayAction(SaveXray{}));
  if (entered) ui.push(XrayAction(WriteXray{}));  // which replaces nothing
  ImGui::SetItemDefaultFocus();
  ImGui::SameLine(0, ui.px(8));
  if (state.disk.asks == XrayAsks::Leave) {
    if (ImGui::Button("Discard", {ui.px(96), 0})) ui.push(XrayAction(DiscardXray{}));
    ImGui::SameLine(0, ui.px(8));
  }
  if (ImGui::Button("Cancel", {ui.px(96), 0})) ui.push(XrayAction(LeaveXraySave{}));
}

void XraySaveDialog::draw_question(const Ui& ui, bool begins) {
  const XrayState& state = ui.document.task<XrayState>();
  const bool named = state.disk.asks == XrayAsks::Name || state.path.empty();
  if (!named) wrapped(ui, ui.colors.dim, state.path);
  if (named) draw_name(ui, begins);
  const bool entered = named && ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  if (state.disk.failed) wrapped(ui, state.disk.is_there ? ui.colors.warn : ui.colors.bad, state.disk.news);
  if (state.disk.other) {
    wrapped(ui, ui.colors.warn, two_texts);
    draw_reload(ui);
  }
  draw_answers(ui, entered);
}

// Keeps the popup as the document says; the window's own Escape closes it, which leaves the question.
void XraySaveDialog::draw(const Ui& ui) {
  const XrayState& state = ui.document.task<XrayState>();
  const bool begins = state.disk.asks && asked_ != state.disk.asks;
  if (begins) title_ = title_of(state);
  if (begins) ImGui::OpenPopup("###xray_save");
  asked_ = state.disk.asks;
  const bool is_open = ImGui::IsPopupOpen("###xray_save");
  if (asked_ && !is_open) ui.push(XrayAction(LeaveXraySave{}));
  if (!is_open) return;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(ui.px(save_dialog_width), viewport.WorkSize.x - ui.px(16)), 0});
  if (!ImGui::BeginPopupModal(title_.c_str(), nullptr,
                              ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_AlwaysAutoResize))
    return;
  asked_ ? draw_question(ui, begins) : ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace tcviz::inline app_ui
