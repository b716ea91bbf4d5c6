#include "app/ui/window/key_order.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

bool is_modifier(ImGuiKey key) {
  constexpr std::array keys = {ImGuiMod_Ctrl,      ImGuiMod_Shift,      ImGuiMod_Alt,      ImGuiMod_Super,
                               ImGuiKey_LeftCtrl,  ImGuiKey_LeftShift,  ImGuiKey_LeftAlt,  ImGuiKey_LeftSuper,
                               ImGuiKey_RightCtrl, ImGuiKey_RightShift, ImGuiKey_RightAlt, ImGuiKey_RightSuper};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// How many events of the queue the next frame may see.
int count_for_one_frame(const ImVector<ImGuiInputEvent>& queue) {
  bool pressed = false;
  for (int n = 0; n < queue.Size; ++n) {
    if (queue[n].Type != ImGuiInputEventType_Key) continue;
    const bool modifier = is_modifier(queue[n].Key.Key);
    if (modifier && pressed) return n;
    pressed = pressed || (!modifier && queue[n].Key.Down);
  }
  return queue.Size;
}

}  // namespace

// What waits goes back before anything new is added: Dear ImGui compares each new event with the last in its queue.
void new_frame_in_key_order() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  const int count = count_for_one_frame(queue);
  const std::vector<ImGuiInputEvent> waiting(queue.begin() + count, queue.end());
  queue.resize(count);
  ImGui::NewFrame();
  for (const ImGuiInputEvent& event : waiting) queue.push_back(event);
}

}  // namespace tcviz::inline app_ui
