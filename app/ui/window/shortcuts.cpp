#include "app/ui/window/shortcuts.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "app/ui/window/panel_rows.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Moves the pin; the list walks by itself when it has the keys.
template <int Rows, int Cols>
void arrow(const Ui& ui, bool list_focused) {
  if (!list_focused) ui.push(MovePin{Rows, Cols});
}

// Frees or closes one thing at a time: the topmost goes first.
void escape(const Ui& ui, bool) {
  const Document& d = ui.document;
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused != nullptr && focused == ImGui::FindWindowByName("##MainMenuBar")) ImGui::SetWindowFocus("###grids");
  if (const DialogRow* const dialog = open_dialog(d)) {
    if (dialog->close != nullptr) ui.push(dialog->close());
    return;
  }
  if (d.tour_step) return ui.push(SetTour{std::nullopt});
  if (d.full_screen) return ui.push(SetFullScreen{false});
  if (d.workspace == Workspace::Learn) return ui.push(LearnAction(GoBackLearning{}));
  const bool marks = row_of(d.workspace).of_kind;
  if (marks && d.band) return ui.push(SetBand{std::nullopt});
  if (marks && d.pin) return ui.push(SetPin{std::nullopt});
  if (marks && d.views[ViewId::Start].open) return ui.push(ShowView{ViewId::Start, false});
  const bool asked = d.views[ViewId::Inspector].open && !inspector_has_a_place(d);
  if (marks && asked) return ui.push(ShowView{ViewId::Inspector, false});
  if (d.workspace != Workspace::Layout) return ui.push(ShowWorkspace{d.workspace, false});
}

void actual_size(const Ui& ui, bool) { ui.push(SetCamera{{false, 1, ui.document.camera.center}}); }

template <int Steps>
void step_scale(const Ui& ui, bool) {
  ui.push(StepUiScale{Steps});
}

// Does the command of a menu whose chord this is: the key does the same as the row of the menu, and says why a row with
// a reason is grey.
template <ImGuiKeyChord Chord>
void command(const Ui& ui, bool) {
  for (const MenuRow& row : menu_rows()) {
    if (row.chord == Chord && (row.can == nullptr || row.can(ui.document))) ui.push(row.act(ui.document));
  }
}

// Gives the keys to the next panel, in the order of the places on screen.
template <int Steps>
void step_panel(const Ui&, bool) {
  std::vector<ImGuiWindow*> panels;
  for (const PanelRow& row : panel_rows()) {
    ImGuiWindow* const window = ImGui::FindWindowByName(row.window);
    if (window != nullptr && window->Active && !window->Hidden) panels.push_back(window);
  }
  if (panels.empty()) return;
  std::sort(panels.begin(), panels.end(), [](const ImGuiWindow* a, const ImGuiWindow* b) {
    return std::pair(a->Pos.x, a->Pos.y) < std::pair(b->Pos.x, b->Pos.y);
  });
  const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
  const ImGuiWindow* root = focused != nullptr ? focused->RootWindow : nullptr;
  const auto count = std::ssize(panels);
  const auto at = std::find(panels.begin(), panels.end(), root) - panels.begin();
  const auto from = at == count ? (Steps > 0 ? count - 1 : 0) : at;
  ImGuiWindow* const next = panels[static_cast<std::size_t>((from + Steps + count) % count)];
  ImGui::FocusWindow(next);
  frame_panel(*next);
  ImGui::SetNavCursorVisible(true);
}

// Gives the keys to the menus: Dear ImGui's own key for them, Alt, reaches only a menu of the panel that has the keys.
void focus_menus(const Ui&, bool) {
  ImGuiWindow* bar = ImGui::FindWindowByName("##MainMenuBar");
  if (bar == nullptr || !bar->Active) return;
  ImGui::FocusWindow(bar);
  if (ImGui::GetCurrentContext()->NavWindow != bar) return;  // a dialog keeps the keys
  ImGui::GetCurrentContext()->NavLayer = ImGuiNavLayer_Menu;
  ImGui::NavInitWindow(bar, true);
  ImGui::SetNavCursorVisible(true);
  ImGui::ActivateItemByID(ImHashStr("###tcviz", 0, ImHashStr("##MenuBar", 0, bar->ID)));
}

constexpr int shortcuts_ctrl = ImGuiMod_Ctrl, shift = ImGuiMod_Shift;

constexpr Shortcut shortcuts_rows[] = {
    {0, "Click, F6", "give the keys to the grids, which get a frame: else letters and digits search"},
    {0, "Click", "pin the cell under the pointer", false, nullptr, false, KeyGroup::Selection},
    {0, "Arrows", "walk the pinned cell", false, nullptr, false, KeyGroup::Selection},
    {ImGuiKey_UpArrow, "", "", false, arrow<-1, 0>, true},
    {ImGuiKey_DownArrow, "", "", false, arrow<1, 0>, true},
    {ImGuiKey_LeftArrow, "", "", false, arrow<0, -1>, true},
    {ImGuiKey_RightArrow, "", "", false, arrow<0, 1>, true},
    {ImGuiKey_Escape, "Esc", "close what is open, free what was chosen, the pin", false, escape, false,
     KeyGroup::Selection},
    {0, "Wheel", "zoom to the pointer"},
    {0, "Drag", "move the grids"},
    {ImGuiKey_F, "F", "fit the grids to their panel", false, [](const Ui& ui, bool) { ui.push(SetCamera{}); }},
    {shift | ImGuiKey_F, "Shift+F", "grids at 100 %", false, actual_size},

    {shortcuts_ctrl | ImGuiKey_F, "Ctrl+F", "search the kinds", true, command<shortcuts_ctrl | ImGuiKey_F>, false,
     KeyGroup::Kinds},
    {0, "Up, Down", "the kind before or after", false, nullptr, false, KeyGroup::Kinds},
    {0, "Left, Right", "close or open a heading", false, nullptr, false, KeyGroup::Kinds},
    {0, "Enter", "the kind that fits best, while searching", false, nullptr, false, KeyGroup::Kinds},
    {shortcuts_ctrl | ImGuiKey_D, "Ctrl+D", "favourite, or no longer", true, command<shortcuts_ctrl | ImGuiKey_D>,
     false, KeyGroup::Kinds},

    {shortcuts_ctrl | ImGuiKey_1, "Ctrl+1", "Layout; Ctrl+2 to Ctrl+9: the other workspaces", true,
     command<shortcuts_ctrl | ImGuiKey_1>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_2, "Ctrl+2", "", true, command<shortcuts_ctrl | ImGuiKey_2>},
    {shortcuts_ctrl | ImGuiKey_3, "Ctrl+3", "", true, command<shortcuts_ctrl | ImGuiKey_3>},
    {shortcuts_ctrl | ImGuiKey_4, "Ctrl+4", "", true, command<shortcuts_ctrl | ImGuiKey_4>},
    {shortcuts_ctrl | ImGuiKey_5, "Ctrl+5", "", true, command<shortcuts_ctrl | ImGuiKey_5>},
    {shortcuts_ctrl | ImGuiKey_6, "Ctrl+6", "", true, command<shortcuts_ctrl | ImGuiKey_6>},
    {shortcuts_ctrl | ImGuiKey_7, "Ctrl+7", "", true, command<shortcuts_ctrl | ImGuiKey_7>},
    {shortcuts_ctrl | ImGuiKey_8, "Ctrl+8", "", true, command<shortcuts_ctrl | ImGuiKey_8>},
    {shortcuts_ctrl | ImGuiKey_9, "Ctrl+9", "", true, command<shortcuts_ctrl | ImGuiKey_9>},
    {shortcuts_ctrl | shift | ImGuiKey_X, "Ctrl+Shift+X", "X-ray of a kernel", true,
     command<shortcuts_ctrl | shift | ImGuiKey_X>, false, KeyGroup::Window},
    {shortcuts_ctrl | shift | ImGuiKey_P, "Ctrl+Shift+P", "command palette", true,
     command<shortcuts_ctrl | shift | ImGuiKey_P>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_L, "Ctrl+L", "choose a source", true, command<shortcuts_ctrl | ImGuiKey_L>, false,
     KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_O, "Ctrl+O", "open a file", true, command<shortcuts_ctrl | ImGuiKey_O>, false,
     KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_S, "Ctrl+S", "figure for a document; in a kernel's text: save it", true,
     command<shortcuts_ctrl | ImGuiKey_S>, false, KeyGroup::Window},
    {shortcuts_ctrl | shift | ImGuiKey_S, "Ctrl+Shift+S", "save the kernel's text as another file", true,
     command<shortcuts_ctrl | shift | ImGuiKey_S>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_Z, "Ctrl+Z", "undo", false, command<shortcuts_ctrl | ImGuiKey_Z>, true,
     KeyGroup::Window},
    {shortcuts_ctrl | shift | ImGuiKey_Z, "Ctrl+Shift+Z", "redo, as Ctrl+Y", false,
     command<shortcuts_ctrl | shift | ImGuiKey_Z>, true, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_Y, "", "", false, command<shortcuts_ctrl | shift | ImGuiKey_Z>, true},
    {ImGuiKey_F6, "F6", "next panel; with Shift the previous one", true, step_panel<1>, false, KeyGroup::Window},
    {shift | ImGuiKey_F6, "", "", true, step_panel<-1>},
    {ImGuiKey_F10, "F10", "the menus", true, focus_menus, false, KeyGroup::Window},
    {ImGuiKey_F11, "F11", "full screen, for teaching", true, command<ImGuiKey_F11>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_Equal, "Ctrl +", "larger text", true, step_scale<1>, false, KeyGroup::Window},
    {shortcuts_ctrl | shift | ImGuiKey_Equal, "", "", true, step_scale<1>},
    {shortcuts_ctrl | ImGuiKey_KeypadAdd, "", "", true, step_scale<1>},
    {shortcuts_ctrl | ImGuiKey_Minus, "Ctrl -", "smaller text", true, step_scale<-1>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_KeypadSubtract, "", "", true, step_scale<-1>},
    {shortcuts_ctrl | ImGuiKey_0, "Ctrl 0", "text at 100 %", true, step_scale<0>, false, KeyGroup::Window},
    {ImGuiKey_F1, "F1", "these keys", true, command<ImGuiKey_F1>, false, KeyGroup::Window},
    {shortcuts_ctrl | ImGuiKey_Q, "Ctrl+Q", "quit", true, command<shortcuts_ctrl | ImGuiKey_Q>, false,
     KeyGroup::Window},
};
static_assert(std::ranges::all_of(workspace_rows,
                                  [](const WorkspaceRow& workspace) {
                                    return workspace.keys.empty() ||
                                           std::ranges::any_of(shortcuts_rows, [&](const Shortcut& row) {
                                             return row.keys == workspace.keys;
                                           });
                                  }),
              "the keys of each workspace have a row above");

// True for keys that walk the buttons of a panel that has the keys, and press them.
bool walks_widgets(ImGuiKeyChord chord) {
  constexpr std::array keys = {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                               ImGuiKey_Tab,     ImGuiKey_Enter,     ImGuiKey_Space};
  const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  return (chord & ImGuiMod_Ctrl) == 0 && std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

std::span<const Shortcut> shortcuts() { return shortcuts_rows; }

std::string_view name_of(KeyGroup group) {
  constexpr std::array<std::string_view, key_groups> names = {"Grids", "Selection", "Kinds", "Window"};
  return names.at(static_cast<std::size_t>(group));
}

std::string_view keys_of(ImGuiKeyChord chord) {
  for (const std::span<const Shortcut> table : {shortcuts(), grid_shortcuts()}) {
    for (const Shortcut& row : table) {
      if (chord != 0 && row.chord == chord && !row.keys.empty()) return row.keys;
    }
  }
  return {};
}

namespace {

bool walks(ImGuiKeyChord chord) {
  const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  return key == ImGuiKey_Escape || (key >= ImGuiKey_LeftArrow && key <= ImGuiKey_DownArrow);
}

bool leads_to_a_view(ImGuiKey key) {
  return std::any_of(std::begin(view_rows), std::end(view_rows),
                     [&](const ViewRow& row) { return row.key != 0 && key == ImGuiKey_0 + (row.key - '0'); });
}

// True for keys that only change the grids if there are none; those of views lead there.
bool has_no_use(const Ui& ui, ImGuiKeyChord chord) {
  const Workspace here = ui.document.workspace;
  const bool grids =
      here == Workspace::Layout || here == Workspace::Compare || here == Workspace::Formula || here == Workspace::Learn;
  if (grids || (chord & ImGuiMod_Ctrl) != 0) return false;
  const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  const bool function = key >= ImGuiKey_F1 && key <= ImGuiKey_F12;
  return !leads_to_a_view(key) && !function && key != ImGuiKey_Escape;
}

void press(const Ui& ui, std::span<const Shortcut> table, bool list_focused, bool walk_taken) {
  const bool typing = ImGui::GetIO().WantTextInput, walking = ImGui::GetIO().NavActive;
  for (const Shortcut& row : table) {
    if ((walk_taken && walks(row.chord)) || has_no_use(ui, row.chord)) continue;
    if (row.act == nullptr || (typing && !row.while_typing) || (walking && walks_widgets(row.chord))) continue;
    const ImGuiInputFlags flags = row.repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None;
    if (ImGui::IsKeyChordPressed(row.chord, flags)) row.act(ui, list_focused);
  }
}

// Closes the open list for a workspace's keys, which are no list's.
void leave_list(const Ui& ui) {
  for (const MenuRow& row : menu_rows()) {
    if (row.group != "Workspace" || row.chord == 0 || !ImGui::IsKeyChordPressed(row.chord)) continue;
    ImGui::ClosePopupToLevel(0, true);
    ui.push(row.act(ui.document));
  }
}

}  // namespace

void press_shortcuts(const Ui& ui, bool popup_was_open, bool list_focused, bool walk_taken) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {  // a menu or a list is open: keys are its own
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::ClosePopupToLevel(0, true);
    return ImGui::GetTopMostPopupModal() == nullptr ? leave_list(ui) : void();  // a question wants its answer
  }
  if (popup_was_open && ImGui::IsKeyPressed(ImGuiKey_Escape)) return;
  // If something is pinned, Tab walks its owners instead of the window's fields.
  if (ui.document.pin && !has_no_use(ui, ImGuiKey_Tab) && !ImGui::GetIO().WantTextInput && !ImGui::GetIO().NavActive)
    ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetID("##owners"));
  press(ui, shortcuts(), list_focused, walk_taken);
  press(ui, grid_shortcuts(), list_focused, walk_taken);
}

}  // namespace tcviz::inline app_ui
