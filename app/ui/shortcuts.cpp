#include "app/ui/shortcuts.hpp"

#include "app/ui/grid_keys.hpp"
#include "imgui_internal.h"

namespace tcviz {
namespace {

template <int Rows, int Cols>
void arrow(const Ui& ui, bool list_focused) {
  if (!list_focused && (ui.document.pin || Cols != 0)) return ui.push(MovePin{Rows, Cols});
  if (Rows != 0) ui.push(StepKind{Rows});
}

void escape(const Ui& ui, bool) {
  if (ui.document.help_open || ui.document.about_open) {
    ui.push(ShowHelp{false});
    return ui.push(ShowAbout{false});
  }
  if (ui.document.band) return ui.push(SetBand{std::nullopt});
  ui.push(SetPin{std::nullopt});
}

void actual_size(const Ui& ui, bool) { ui.push(SetCamera{{false, 1, ui.document.camera.center}}); }

template <int Steps>
void step_scale(const Ui& ui, bool) {
  ui.push(StepUiScale{Steps});
}

constexpr Shortcut rows[] = {
    {ImGuiMod_Ctrl | ImGuiKey_F, "Ctrl+F", "search the kinds", true,
     [](const Ui& ui, bool) { ui.push(FocusSearch{}); }},
    {ImGuiKey_UpArrow, "Up, Down", "the kind before or after", true, arrow<-1, 0>, true},
    {ImGuiKey_DownArrow, "", "", true, arrow<1, 0>, true},
    {0, "Click", "pin the cell under the pointer"},
    {0, "Arrows", "walk the pinned cell"},
    {ImGuiKey_LeftArrow, "", "", false, arrow<0, -1>, true},
    {ImGuiKey_RightArrow, "", "", false, arrow<0, 1>, true},
    {ImGuiKey_Escape, "Esc", "free what was chosen, then the pin", false, escape},
    {0, "Wheel", "zoom to the pointer"},
    {0, "Drag", "move the grids"},
    {ImGuiKey_F, "F", "fit the grids to their panel", false, [](const Ui& ui, bool) { ui.push(SetCamera{}); }},
    {ImGuiKey_0, "0", "grids at 100 %", false, actual_size},
    {ImGuiMod_Ctrl | ImGuiKey_Equal, "Ctrl +", "larger window text", true, step_scale<1>},
    {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal, "", "", true, step_scale<1>},
    {ImGuiMod_Ctrl | ImGuiKey_KeypadAdd, "", "", true, step_scale<1>},
    {ImGuiMod_Ctrl | ImGuiKey_Minus, "Ctrl -", "smaller window text", true, step_scale<-1>},
    {ImGuiMod_Ctrl | ImGuiKey_KeypadSubtract, "", "", true, step_scale<-1>},
    {ImGuiMod_Ctrl | ImGuiKey_0, "Ctrl 0", "window text at 100 %", true, step_scale<0>},
    {ImGuiMod_Ctrl | ImGuiKey_Q, "Ctrl+Q", "quit", true, [](const Ui& ui, bool) { ui.push(Quit{}); }},
    {ImGuiKey_F1, "F1", "these keys", true, [](const Ui& ui, bool) { ui.push(ShowHelp{!ui.document.help_open}); }},
};

}  // namespace

std::span<const Shortcut> shortcuts() { return rows; }

namespace {

void press(const Ui& ui, std::span<const Shortcut> table, bool list_focused) {
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const Shortcut& row : table) {
    if (row.act == nullptr || (typing && !row.while_typing)) continue;
    const ImGuiInputFlags flags = row.repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None;
    if (ImGui::IsKeyChordPressed(row.chord, flags)) row.act(ui, list_focused || typing);
  }
}

}  // namespace

void press_shortcuts(const Ui& ui, bool list_focused) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {  // a menu or a list is open: keys are its own
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::ClosePopupToLevel(0, true);
    return;
  }
  // Where something is pinned, Tab walks its owners instead of the window's fields.
  if (ui.document.pin && !ImGui::GetIO().WantTextInput) ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetID("##owners"));
  press(ui, shortcuts(), list_focused);
  press(ui, grid_shortcuts(), list_focused);
}

}  // namespace tcviz
