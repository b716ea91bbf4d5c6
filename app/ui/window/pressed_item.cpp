#include "app/ui/window/pressed_item.hpp"

#include <algorithm>

#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// True if a key or a button of the mouse went down.
bool presses(const ImGuiInputEvent& event) {
  if (event.Type == ImGuiInputEventType_MouseButton) return event.MouseButton.Down;
  return event.Type == ImGuiInputEventType_Key && event.Key.Down;
}

}  // namespace

ImGuiID PressedItem::follow() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImVector<ImGuiInputEvent>& events = context.InputEventsTrail;
  const ImGuiID walked = context.NavCursorVisible ? context.NavId : 0, hovered = context.HoveredIdPreviousFrame;
  if (std::any_of(events.begin(), events.end(), presses)) item_ = hovered != 0 ? hovered : walked;
  if (item_ != hovered && item_ != walked) item_ = 0;
  return item_;
}

}  // namespace tcviz::inline app_ui
