// Small buttons: step back, play, pause and step on; copy to the clipboard.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

enum class Sign { Play, Pause, Back, Forward };

float sign_width();
// Draws a button and its tooltip. True if it was pressed.
bool sign_button(const Ui& ui, const char* id, Sign sign, std::string_view what, std::string_view keys);

// Draws two sheets of paper with their right edge at `right` and their middle at `middle`. True if pressed.
bool put_copy_button(const Ui& ui, const char* id, float right, float middle, const char* tip);

// Puts a copy button at the right end of the line of the last item. `make` returns the text, once it is pressed.
template <std::invocable Make>
void copy_button(const Ui& ui, const char* id, const char* tip, const Make& make) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImVec2 next = ImGui::GetCursorScreenPos();
  if (put_copy_button(ui, id, right, (low.y + high.y) / 2, tip)) ImGui::SetClipboardText(make().c_str());
  ImGui::SetCursorScreenPos(next);
}

}  // namespace tcviz::inline app_ui
