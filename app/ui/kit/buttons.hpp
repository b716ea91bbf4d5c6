// Buttons of what plays: a step back, play or pause, a step on.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

enum class Sign { Play, Pause, Back, Forward };

float sign_width();
// True when pressed.
bool sign_button(const Ui& ui, const char* id, Sign sign, std::string_view what, std::string_view keys);

// A small button that hands a text to the clipboard; the text is made only when it is pressed.
// Two sheets of paper, with its right edge at `right` and its middle at `middle`. True when pressed.
bool put_copy_button(const Ui& ui, const char* id, float right, float middle, const char* tip);

// In the line of the last item, at the right end of the panel.
template <std::invocable Make>
void copy_button(const Ui& ui, const char* id, const char* tip, const Make& make) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImVec2 next = ImGui::GetCursorScreenPos();
  if (put_copy_button(ui, id, right, (low.y + high.y) / 2, tip)) ImGui::SetClipboardText(make().c_str());
  ImGui::SetCursorScreenPos(next);
}

}  // namespace tcviz::inline app_ui
