// Small buttons: step back, play, pause, step forward; copy to the clipboard.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

enum class Sign { Play, Pause, Back, Forward };

float sign_width();
// Draws a button with a tooltip made of `what` and `keys`. Returns true if it was pressed.
bool sign_button(const Ui& ui, const char* id, Sign sign, std::string_view what, std::string_view keys);

// Draws a copy button with its right edge at x = `right` and its middle at y = `middle`. Returns true if it was
// pressed.
bool put_copy_button(const Ui& ui, const char* id, float right, float middle, const char* tip);

// Draws a copy button at the right end of the line of the last item. If it is pressed, calls `make` and copies the text
// that it returns.
template <std::invocable Make>
void copy_button(const Ui& ui, const char* id, const char* tip, const Make& make) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImVec2 next = ImGui::GetCursorScreenPos();
  if (put_copy_button(ui, id, right, (low.y + high.y) / 2, tip)) ImGui::SetClipboardText(make().c_str());
  ImGui::SetCursorScreenPos(next);
}

}  // namespace tcviz::inline app_ui
