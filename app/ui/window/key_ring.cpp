#include "app/ui/window/key_ring.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/ui/kit/panel.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr int frames_of_a_key = 6;  // until the workspace to which it leads has the keyboard focus

bool has_keys(const ImGuiWindow* window) {
  const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
  return window != nullptr && focused != nullptr && focused->RootWindow == window;
}

bool pressed_into(const ImGuiWindow* window) {
  const ImGuiWindow* const hovered = ImGui::GetCurrentContext()->HoveredWindow;
  const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  return pressed && hovered != nullptr && hovered->RootWindow == window;
}

// True if a key that walks was pressed in this frame, though not from button to button.
bool walked() {
  constexpr std::array arrows = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow};
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsKeyPressed(ImGuiKey_F6, false)) return true;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  return !io.NavVisible && !io.KeyCtrl && std::ranges::any_of(arrows, pressed);
}

bool typed() {
  for (int key = ImGuiKey_0; key <= ImGuiKey_Z; ++key)
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key))) return !ImGui::GetIO().KeyCtrl;
  return false;
}

}  // namespace

void KeyRing::follow(Workspace workspace, ImGuiWindow* main, bool taken) {
  const bool moved = std::exchange(workspace_, workspace) != workspace;
  const bool acted = ImGui::GetFrameCount() - acted_ <= frames_of_a_key;
  if ((moved || !has_keys(main)) && !acted) on_ = false;
  if (has_keys(main) && !ImGui::GetIO().WantTextInput && (pressed_into(main) || walked())) on_ = true;
  if (taken) on_ = false;
  if (on_ && typed()) acted_ = ImGui::GetFrameCount();
  show(on_ ? main : nullptr);
}

void KeyRing::show(ImGuiWindow* main) {
  if (framed_ != nullptr && framed_ != main) frame_panel(*framed_, false);
  framed_ = main;
  if (main != nullptr) frame_panel(*main);
}

}  // namespace tcviz::inline app_ui
