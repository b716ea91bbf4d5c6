#include "app/ui/kit/button_walk.hpp"

#include <utility>

#include "app/session/whole/document.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {

bool ButtonWalk::follow(const Ui& ui, const char* window) {
  const ImGuiWindow* const panel = ImGui::FindWindowByName(window);
  const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
  const bool ours = panel != nullptr && focused != nullptr && focused->RootWindow == panel;
  const bool list = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);  // of one of the buttons
  ended_ = false;
  if (list || ImGui::GetIO().WantTextInput) return on_;
  const bool left = ImGui::IsKeyPressed(ImGuiKey_Escape, false) || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (on_ && (!ours || left)) {
    on_ = false;
    ended_ = ours;
    ImGui::SetNavCursorVisible(false);
  } else if (!on_ && ours && !ui.document.pin && ImGui::IsKeyPressed(ImGuiKey_Tab, false)) {
    on_ = begins_ = true;
  }
  return on_;
}

void ButtonWalk::begin() {
  if (!std::exchange(begins_, false)) return;
  ImGuiWindow* const panel = ImGui::GetCurrentWindow();
  const ImGuiWindow* const& focused = ImGui::GetCurrentContext()->NavWindow;
  // A part of the panel may have the keys; another window that got them since keeps them.
  if (focused != nullptr && focused != panel && focused->RootWindow == panel) ImGui::FocusWindow(panel);
  on_ = focused == panel;
  if (!on_) return;
  ImGui::NavInitWindow(panel, true);
  ImGui::SetNavCursorVisible(true);
}

}  // namespace tcviz::inline app_ui
